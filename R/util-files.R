# Files that users name.

stop_file <- function(..., call, .envir = parent.frame()) {
  stop_input(..., class = "calibrant_error_file", call = call, .envir = .envir)
}

check_file <- function(file, call, arg = "file") {
  if (!rlang::is_string(file) || !file.exists(file)) {
    stop_file(
      "{.arg {arg}} must be the path of a file that exists.",
      x = "It is {value_text(file)}.",
      call = call
    )
  }
}

# Lines of a file that hold a table.
read_table <- function(lines, file, call, ...) {
  tryCatch(
    utils::read.table(text = lines, comment.char = "", ...),
    error = \(cnd) stop_file(
      "The lines of a table must all have the same columns.",
      x = "Reading {value_text(file)} ends with \"{conditionMessage(cnd)}\".",
      call = call
    )
  )
}

# The type of a file that is to be written, by the end of its name.
file_type <- function(file, types, call) {
  type <- if (rlang::is_string(file)) tolower(tools::file_ext(file)) else ""
  if (!type %in% types) {
    stop_file(
      "{.arg file} must end in {.or {.val {paste0('.', types)}}}.",
      x = "It is {value_text(file)}.",
      call = call
    )
  }
  type
}

# The bytes are written as they are: no line ends of another system.
write_text <- function(text, file, call) {
  if (!rlang::is_string(file) || !dir.exists(dirname(file))) {
    stop_file(
      "{.arg file} must be the path of a file, in a folder that exists.",
      x = "It is {value_text(file)}.",
      call = call
    )
  }
  tryCatch(
    suppressWarnings(writeBin(charToRaw(enc2utf8(text)), file)),
    error = \(cnd) stop_file("{.file {file}} cannot be written.", call = call)
  )
  invisible(file)
}

hash_text <- function(text) cli::hash_sha256(enc2utf8(text))
