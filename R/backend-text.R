# A reader of delimited text, see lr_chunks().
text_chunks <- function(file, columns = NULL, sep = NULL, chunk_rows = 1e6) {
  if (length(file) == 0) check_file(file, "x")
  for (one in file) check_file(one, "x")
  check_count(chunk_rows, "chunk_rows")
  heads <- lapply(file, text_head, sep, columns)
  check_same_columns(heads, file)
  # One file after the other: which one, and its connection.
  open <- \() rlang::new_environment(list(k = 0, connection = NULL))
  shut <- function(place) {
    if (!is.null(place$connection)) close(place$connection)
    place$connection <- NULL
  }
  read <- function(place, number) {
    repeat {
      if (is.null(place$connection)) {
        place$k <- place$k + 1
        if (place$k > length(file)) return(NULL)
        begin_text(place, heads[[place$k]], file[place$k])
      }
      rows <- next_rows(heads[[place$k]], place, chunk_rows, file[place$k])
      if (length(rows[[1]]) > 0) return(rows)
      shut(place)
    }
  }
  opened_chunks(open, read, shut, files_in_words(file))
}

# Behind the header.
begin_text <- function(place, head, file) {
  if (head$by_blocks) {
    place$connection <- open_bytes(file)
    place$rest <- raw()
    place$bytes <- 0
    block <- next_block(place, 2^16)
    place$rest <- c(block[seq_along(block) > match(as.raw(10), block)], place$rest)
  } else {
    place$connection <- open_text(file)
    readLines(place$connection, 1)
  }
}

next_rows <- function(head, place, chunk_rows, file) {
  if (head$by_blocks) {
    return(rows_of_bytes(head, place, chunk_rows, file))
  }
  rows <- rows_of_text(head, place$connection, chunk_rows, file)
  if (length(rows[[1]]) == 0 && is_gzip(file)) check_whole(file, gzip_bytes(file))
  rows
}

check_same_columns <- function(heads, file) {
  names <- lapply(heads, \(head) sort(names(head$what)[lengths(head$what) > 0]))
  other <- which(!vapply(names, identical, NA, names[[1]]))
  stop_if(
    length(other) > 0, "All files must have the same columns.",
    x = "{.file {basename(file[1])}} has {.val {names[[1]]}}, {.file {basename(file[other[1]])}}
         {.val {names[[other[1]]]}}.",
    i = "Name those that are wanted in {.arg columns}."
  )
}

# Names and types of the columns, from the first lines; NULL for those that are skipped.
text_head <- function(file, sep, columns) {
  one <- is.null(sep) || rlang::is_string(sep) && validEnc(sep) && nchar(sep) == 1
  check_that(one, "be one character, or NULL.", sep, "sep")
  connection <- open_text(file)
  on.exit(close(connection))
  lines <- as_valid_text(readLines(connection, 1000, warn = FALSE))
  sep <- sep %||% Find(\(sep) grepl(sep, lines[1], fixed = TRUE), c(",", "\t", ";", " "))
  stop_if(
    length(lines) < 2 || is.null(sep),
    "{.file {basename(file)}} must have a header and rows with several columns."
  )
  has_numbers <- \(mark) {
    cell <- "(^|\\Q%1$s\\E)\"?[-+]?[0-9]*[%2$s][0-9]+\"?(\\Q%1$s\\E|$)"
    any(grepl(sprintf(cell, sep, mark), lines, perl = TRUE))
  }
  dec <- if (sep != "," && has_numbers(",") && !has_numbers(".")) "," else "."
  # A quote that does not close here is told of when the rows are read.
  table <- suppressWarnings(read_table(
    lines, file, dec = dec, sep = sep, header = TRUE, quote = "\"", check.names = FALSE,
    stringsAsFactors = FALSE
  ))
  check_file_columns(columns, names(table))
  what <- lapply(table, \(column) if (is.numeric(column)) double(1) else vector(typeof(column), 1))
  # Row names have no name.
  what[!names(what) %in% (columns %||% setdiff(names(what), ""))] <- list(NULL)
  head <- list(what = what, sep = sep, dec = dec, numbers = character())
  # Numbers may stand in quotes.
  plain <- \() tryCatch(suppressWarnings(scan_rows(head, text = lines[-1])), error = \(cnd) NULL)
  if (is.null(plain())) {
    head$numbers <- names(what)[vapply(what, is.double, NA)]
    head$what[head$numbers] <- list("")
  }
  head$row_bytes <- mean(nchar(lines[-1], "bytes")) + 1
  head$by_blocks <- read_by_blocks(head, file)
  head
}
