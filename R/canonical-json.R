# JSON that is the same bytes for the same content, on every machine and in every version, so that
# its hash means something: members in the order given, two spaces of indentation, numbers with as
# few digits as give them back, one line feed at the end. Lists without names are arrays, numbers
# that JSON does not know are strings ("Inf").

canonical_json <- function(x) paste0(canonical_value(x, ""), "\n")

canonical_value <- function(x, indent) {
  if (is.null(x) || is.atomic(x) && is.na(x)) {
    return("null")
  }
  if (!is.list(x)) {
    return(if (is.character(x)) json_string(x) else json_number(x))
  }
  brackets <- if (is.null(names(x))) c("[", "]") else c("{", "}")
  if (length(x) == 0) {
    return(paste(brackets, collapse = ""))
  }
  deeper <- paste0(indent, "  ")
  members <- vapply(x, canonical_value, "", deeper, USE.NAMES = FALSE)
  if (!is.null(names(x))) {
    members <- paste0(vapply(names(x), json_string, "", USE.NAMES = FALSE), ": ", members)
  }
  paste0(
    brackets[1], "\n", paste0(deeper, members, collapse = ",\n"), "\n", indent, brackets[2]
  )
}

json_string <- function(x) {
  x <- gsub("\\", "\\\\", enc2utf8(x), fixed = TRUE)
  x <- gsub("\"", "\\\"", x, fixed = TRUE)
  # Control characters may not stand in a string.
  codes <- unique(grep("^[\001-\037]$", strsplit(x, "")[[1]], value = TRUE))
  for (code in codes) x <- gsub(code, sprintf("\\u%04x", utf8ToInt(code)), x, fixed = TRUE)
  paste0("\"", x, "\"")
}

json_number <- function(x) {
  if (is.logical(x)) {
    return(if (x) "true" else "false")
  }
  if (is.infinite(x)) {
    return(if (x > 0) "\"Inf\"" else "\"-Inf\"")
  }
  short <- sprintf("%.15g", x)
  if (as.numeric(short) == x) short else sprintf("%.17g", x)
}

# Rows as objects.
json_rows <- function(table) {
  lapply(seq_len(nrow(table)), \(i) lapply(as.list(table[i, , drop = FALSE]), plain_cell))
}

plain_cell <- function(x) if (is.factor(x)) as.character(x) else x

read_json <- function(file, call) {
  check_file(file, call)
  check_package("jsonlite", "to read JSON", call)
  tryCatch(
    jsonlite::fromJSON(file, simplifyVector = FALSE),
    error = \(cnd) {
      stop_input(
        c("{.file {file}} must be a file in JSON.", x = "{conditionMessage(cnd)}"),
        class = "calibrant_error_file", call = call
      )
    }
  )
}

check_file <- function(file, call) {
  if (!rlang::is_string(file) || !file.exists(file)) {
    stop_input(
      c("{.arg file} must be the path of a file that exists.", x = "It is {value_text(file)}."),
      class = "calibrant_error_file", call = call
    )
  }
}

# The type of a file that is to be written, by the end of its name.
file_type <- function(file, types, call) {
  type <- if (rlang::is_string(file)) tolower(tools::file_ext(file)) else ""
  if (!type %in% types) {
    stop_input(
      c(
        "{.arg file} must end in {.or {.val {paste0('.', types)}}}.",
        x = "It is {value_text(file)}."
      ),
      class = "calibrant_error_file", call = call
    )
  }
  type
}

# The bytes are written as they are: no line ends of another system.
write_text <- function(text, file, call) {
  if (!rlang::is_string(file) || !dir.exists(dirname(file))) {
    stop_input(
      c(
        "{.arg file} must be the path of a file, in a folder that exists.",
        x = "It is {value_text(file)}."
      ),
      class = "calibrant_error_file", call = call
    )
  }
  writeBin(charToRaw(enc2utf8(text)), file)
  invisible(file)
}

hash_text <- function(text) cli::hash_sha256(enc2utf8(text))
