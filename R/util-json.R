# JSON with the same bytes for the same content, on every machine and in every version, so that its
# hash is meaningful: members in the given order, two spaces of indentation, numbers with the fewest
# digits that reproduce them, one line feed at the end. Lists without names are arrays, and so are
# vectors in I(), on one line; infinite numbers, which JSON does not know, are "Inf" and "-Inf".

canonical_json <- function(x) paste0(canonical_value(x, ""), "\n")

canonical_value <- function(x, indent) {
  if (inherits(x, "AsIs")) return(paste0("[", paste(json_scalars(x), collapse = ", "), "]"))
  if (!is.list(x)) return(if (is.null(x)) "null" else json_scalars(x))
  brackets <- if (is.null(names(x))) c("[", "]") else c("{", "}")
  if (length(x) == 0) return(paste(brackets, collapse = ""))
  deeper <- paste0(indent, "  ")
  members <- vapply(x, canonical_value, "", deeper, USE.NAMES = FALSE)
  if (!is.null(names(x))) members <- paste0(json_strings(names(x)), ": ", members)
  paste0(brackets[1], "\n", paste0(deeper, members, collapse = ",\n"), "\n", indent, brackets[2])
}

# Scalars in JSON, one for each element of a vector.
json_scalars <- function(x) {
  write <- if (is.character(x)) json_strings else if (is.logical(x)) tolower else json_numbers
  ifelse(is.na(x), "null", write(x))
}

json_strings <- function(x) {
  x <- gsub("\\", "\\\\", enc2utf8(as.vector(x)), fixed = TRUE)
  x <- gsub("\"", "\\\"", x, fixed = TRUE)
  # Control characters are not allowed in a string.
  codes <- unique(grep("^[\001-\037]$", unlist(strsplit(x, "")), value = TRUE))
  for (code in codes) x <- gsub(code, sprintf("\\u%04x", utf8ToInt(code)), x, fixed = TRUE)
  paste0("\"", x, "\"")
}

# A negative zero is written as 0, because readers return 0 for it.
json_numbers <- function(x) {
  x <- as.double(x) + 0
  ifelse(is.infinite(x), ifelse(x > 0, "\"Inf\"", "\"-Inf\""), .Call(ffi_number_text, x))
}

# Rows as objects.
json_rows <- function(table) {
  lapply(seq_len(nrow(table)), \(i) lapply(as.list(table[i, , drop = FALSE]), plain_cell))
}

plain_cell <- function(x) if (is.factor(x)) as.character(x) else x

# The text of a file, which must have at most 2^27 bytes and may be JSON.
json_text <- function(file) {
  check_file(file)
  file <- plain_path(file)
  most <- 2^27
  size <- file.size(file)
  n <- if (size > 0) min(size, most) + 1 else most
  bytes <- tryCatch(suppressWarnings(readBin(file, raw(), n)), error = \(cnd) raw())
  if (starts_with(bytes, 0xef, 0xbb, 0xbf)) bytes <- bytes[-(1:3)]
  refuse_if(
    length(bytes) == 0 || length(bytes) >= most || .Call(ffi_encoding, bytes) > 0,
    "not_json"
  )
  text <- rawToChar(bytes)
  Encoding(text) <- "UTF-8"
  text
}

# Value of a JSON text. The number of commas and brackets limits its memory.
parse_json <- function(text, file) {
  check_marks(charToRaw(text), file)
  marks <- gsub("\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|[^][{},]++", "", text, perl = TRUE)
  n <- nchar(marks)
  turns <- if (n <= 2e7) utf8ToInt(gsub(",", "", marks, fixed = TRUE))
  depth <- max(0, cumsum(ifelse(turns %in% utf8ToInt("[{"), 1, -1)))
  deep <- if (depth > 0) paste0(", ", plain_count(depth), " deep") else ""
  refuse_if(depth > 50 || n > 2e7, "json_marks")
  check_package("jsonlite", "to read JSON")
  value <- tryCatch(jsonlite::parse_json(text), error = \(cnd) {
    stop_file("{.file {file}} must be a file in JSON.", x = "{conditionMessage(cnd)}")
  })
  twice <- repeated_member(value)
  refuse_if(!is.null(twice), "json_twice")
  value
}

# Largest number of quotes, commas and brackets, to limit the time.
check_marks <- function(bytes, file) {
  looked_at <- utf8ToInt("[]{},\"\\") + 1
  n <- 0
  for (from in seq(1, length(bytes), 2^22)) {
    piece <- bytes[from:min(from + 2^22 - 1, length(bytes))]
    n <- n + sum(tabulate(as.integer(piece) + 1, 256)[looked_at])
    refuse_if(n > 4e7, "json_size")
  }
}

# The first name that occurs twice in one object, at any depth.
repeated_member <- function(value) {
  if (!is.list(value)) return(NULL)
  twice <- names(value)[duplicated(names(value))]
  if (length(twice) > 0) twice[1] else first_problem(value, repeated_member)
}

# Numbers in an array or a number from parse_json().
numbers_of_json <- function(x) {
  vapply(as.list(x), \(value) if (is.null(value)) NA_real_ else as.double(value), 1)
}

# Rows that json_rows() made: numbers in some columns, text or flags in the others.
frame_of_json <- function(rows, columns, numbers) {
  found <- lapply(rlang::set_names(columns), \(name) {
    values <- lapply(rows, `[[`, name)
    if (name %in% numbers) return(numbers_of_json(values))
    plain <- unlist(lapply(values, \(value) value %||% NA))
    if (all(is.na(plain))) as.character(plain) else plain
  })
  list2DF(found)
}
