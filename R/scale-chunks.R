# Readers that return trials in chunks, see lr_chunks().

new_chunks <- function(next_chunk, rewind, where, rows = NULL, close = \() NULL) {
  new_object("lr_chunks",
    list(next_chunk = next_chunk, rewind = rewind, close = close, where = where, rows = rows))
}

# Reader of a source that each pass opens again: `read(source, number)` is a chunk, or NULL after
# the last.
opened_chunks <- function(open, read, shut, where, rows = NULL) {
  source <- NULL
  number <- 0
  close <- function() {
    if (!is.null(source)) shut(source)
    source <<- NULL
  }
  rewind <- function() {
    close()
    number <<- 0
    source <<- open()
  }
  next_chunk <- function() {
    number <<- number + 1
    read(source, number)
  }
  new_chunks(next_chunk, rewind, where, rows, close)
}

#' @export
print.lr_chunks <- \(x, ...) printed(x, {
  rows <- if (!is.null(x$rows)) paste0(", ", noun_count(x$rows, "row"))
  cat("<lr_chunks> ", x$where, rows, "\n", sep = "")
})

# Files as a phrase for messages.
files_in_words <- function(files) {
  if (length(files) == 1) return(sprintf("the file \"%s\"", basename(files)))
  sprintf("%d files in \"%s\"", length(files), basename(dirname(files[1])))
}

check_chunk_files <- function(files) {
  if (length(files) == 0) check_file(files, "x")
  for (file in files) check_file(file, "x", again = TRUE)
}

check_file_columns <- function(columns, known) {
  named <- is.null(columns) || rlang::is_character(columns)
  check_that(named, "be names of columns, or NULL.", columns)
  unknown <- setdiff(columns, known)
  refuse_if(length(unknown) > 0, "file_columns")
}

# One pass over a stream, a list of the reader and of `read`, which makes trials of a chunk
# (read_chunk()). `use(trials, number)` gets each chunk, and returns whether to continue. The result
# is FALSE if `use` stopped the pass.
each_chunk <- function(stream, what, use, n = stream$reader$rows) {
  reader <- stream$reader
  tell <- progress_bar(what)
  seen <- number <- 0
  on.exit(reader$close())
  ask_reader(reader$rewind(), "rewound", 1)
  repeat {
    number <- number + 1
    chunk <- ask_reader(reader$next_chunk(), "read", number)
    if (is.null(chunk)) return(TRUE)
    trials <- stream$read(stream, chunk, number, seen)
    stream$labels <- trials$labels
    seen <- seen + length(trials$value)
    if (length(trials$value) > 0 && !use(trials, number)) return(FALSE)
    if (!is.null(tell) && !is.null(n)) tell(min(seen / n, 1))
  }
}

ask_reader <- function(result, what, number) {
  tryCatch(result, error = \(cnd) {
    if (inherits(cnd, "calibrant_error")) {
      class(cnd) <- c("calibrant_error_reader", class(cnd))
      stop(cnd)
    }
    refuse("reader_endless")
  })
}
