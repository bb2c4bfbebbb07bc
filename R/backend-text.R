# A reader of delimited text, see lr_chunks().
text_chunks <- function(file, columns = NULL, sep = NULL, chunk_rows = 1e6, call) {
  check_file(file, call, "x")
  check_count(chunk_rows, "chunk_rows", call = call)
  head <- text_head(file, sep, columns, call)
  open <- function() {
    connection <- file(file, "rt")
    readLines(connection, 1)
    connection
  }
  read <- function(connection, number) {
    rows <- scan(
      connection, head$what, nmax = chunk_rows, sep = head$sep, quiet = TRUE, multi.line = FALSE,
      quote = "\"", na.strings = c("NA", ""), comment.char = ""
    )
    rows <- rows[lengths(head$what) > 0]
    if (length(rows[[1]]) > 0) rows
  }
  opened_chunks(open, read, close, sprintf("the file \"%s\"", basename(file)))
}

# Names and types of the columns, from the first lines; NULL for those that are skipped.
text_head <- function(file, sep, columns, call) {
  one <- is.null(sep) || rlang::is_string(sep) && nchar(sep) == 1
  check_that(one, "be one character, or NULL.", sep, "sep", call)
  lines <- readLines(file, 1000, warn = FALSE)
  sep <- sep %||% Find(\(sep) grepl(sep, lines[1], fixed = TRUE), c(",", "\t", ";", " "))
  if (length(lines) < 2 || is.null(sep)) {
    stop_input("{.file {basename(file)}} must have a header and rows with several columns.",
      call = call
    )
  }
  table <- read_table(
    lines, file, call, sep = sep, header = TRUE, quote = "\"", check.names = FALSE,
    stringsAsFactors = FALSE
  )
  check_file_columns(columns, names(table), call)
  what <- lapply(table, \(column) if (is.numeric(column)) double(1) else vector(typeof(column), 1))
  what[!names(what) %in% (columns %||% names(what))] <- list(NULL)
  list(what = what, sep = sep)
}
