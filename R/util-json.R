# JSON that is the same bytes for the same content, on every machine and in every version, so that
# its hash means something: members in the order given, two spaces of indentation, numbers with as
# few digits as give them back, one line feed at the end. Lists without names are arrays, and so are
# vectors in I(), on one line; infinite numbers, which JSON does not know, are "Inf" and "-Inf".

canonical_json <- function(x) paste0(canonical_value(x, ""), "\n")

canonical_value <- function(x, indent) {
  if (inherits(x, "AsIs")) {
    return(paste0("[", paste(json_scalars(x), collapse = ", "), "]"))
  }
  if (!is.list(x)) {
    return(if (is.null(x)) "null" else json_scalars(x))
  }
  brackets <- if (is.null(names(x))) c("[", "]") else c("{", "}")
  if (length(x) == 0) {
    return(paste(brackets, collapse = ""))
  }
  deeper <- paste0(indent, "  ")
  members <- vapply(x, canonical_value, "", deeper, USE.NAMES = FALSE)
  if (!is.null(names(x))) members <- paste0(json_strings(names(x)), ": ", members)
  paste0(
    brackets[1], "\n", paste0(deeper, members, collapse = ",\n"), "\n", indent, brackets[2]
  )
}

# One for each element of a vector.
json_scalars <- function(x) {
  texts <- if (is.character(x)) {
    json_strings(x)
  } else if (is.logical(x)) {
    tolower(x)
  } else {
    json_numbers(x)
  }
  ifelse(is.na(x), "null", texts)
}

json_strings <- function(x) {
  x <- gsub("\\", "\\\\", enc2utf8(as.vector(x)), fixed = TRUE)
  x <- gsub("\"", "\\\"", x, fixed = TRUE)
  # Control characters may not stand in a string.
  codes <- unique(grep("^[\001-\037]$", unlist(strsplit(x, "")), value = TRUE))
  for (code in codes) x <- gsub(code, sprintf("\\u%04x", utf8ToInt(code)), x, fixed = TRUE)
  paste0("\"", x, "\"")
}

json_numbers <- function(x) {
  x <- as.double(x)
  text <- sprintf("%.15g", x)
  longer <- is.finite(x)
  longer[longer] <- as.numeric(text[longer]) != x[longer]
  text[longer] <- sprintf("%.17g", x[longer])
  ifelse(is.infinite(x), paste0("\"", text, "\""), text)
}

# Rows as objects.
json_rows <- function(table) {
  lapply(seq_len(nrow(table)), \(i) lapply(as.list(table[i, , drop = FALSE]), plain_cell))
}

plain_cell <- function(x) if (is.factor(x)) as.character(x) else x

read_json <- function(file) {
  check_file(file)
  check_package("jsonlite", "to read JSON")
  value <- tryCatch(
    jsonlite::fromJSON(file, simplifyVector = FALSE),
    error = \(cnd) {
      stop_file(
        "{.file {file}} must be a file in JSON.",
        x = "{conditionMessage(cnd)}"
      )
    }
  )
  twice <- repeated_member(value)
  stop_if(
    !is.null(twice), "{.file {file}} must name each member of an object once.",
    x = "There are two {.val {twice}}, of which programs read either.",
    class = "calibrant_error_file"
  )
  value
}

# The first name that stands twice in one object, at any depth.
repeated_member <- function(value) {
  if (!is.list(value)) {
    return(NULL)
  }
  twice <- names(value)[duplicated(names(value))]
  if (length(twice) > 0) twice[1] else first_problem(value, repeated_member)
}

# What `make` makes of a file that `writer` has written.
read_record <- function(file, format, writer, make) {
  record <- read_json(file)
  if (!is.list(record) || !identical(record$format, format) || !isTRUE(record$version == 1)) {
    stop_file(
      "{.file {file}} must be a {format}, of a version that is known.",
      i = "{.fn {writer}} writes such files."
    )
  }
  tryCatch(make(record), error = \(cnd) {
    stop_file(
      "The {format} in {.file {file}} is damaged.",
      x = "{conditionMessage(cnd)}"
    )
  })
}

# Of what read_json() makes of an array, or of a number.
numbers_of_json <- function(x) {
  vapply(as.list(x), \(value) if (is.null(value)) NA_real_ else as.double(value), 1)
}
