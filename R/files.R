# Files that users name.

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
  tryCatch(
    suppressWarnings(writeBin(charToRaw(enc2utf8(text)), file)),
    error = \(cnd) {
      stop_input("{.file {file}} cannot be written.", class = "calibrant_error_file", call = call)
    }
  )
  invisible(file)
}

hash_text <- function(text) cli::hash_sha256(enc2utf8(text))
