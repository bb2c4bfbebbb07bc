# A reader of delimited text, see lr_chunks().
text_chunks <- function(file, columns = NULL, sep = NULL, chunk_rows = 1e6, call) {
  if (length(file) == 0) check_file(file, call, "x")
  for (one in file) check_file(one, call, "x")
  check_count(chunk_rows, "chunk_rows", call = call)
  heads <- lapply(file, text_head, sep, columns, call)
  check_same_columns(heads, file, call)
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
      rows <- next_rows(heads[[place$k]], place, chunk_rows, file[place$k], call)
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

next_rows <- function(head, place, chunk_rows, file, call) {
  if (head$by_blocks) {
    return(rows_of_bytes(head, place, chunk_rows, file, call))
  }
  rows <- rows_of_text(head, place$connection, chunk_rows, file, call)
  if (length(rows[[1]]) == 0 && is_gzip(file)) check_whole(file, gzip_bytes(file), call)
  rows
}

rows_of_text <- function(head, connection, chunk_rows, file, call) {
  withCallingHandlers(
    scan_rows(head, file = connection, nmax = chunk_rows),
    warning = \(cnd) stop_rows(cnd, file, call), error = \(cnd) stop_rows(cnd, file, call)
  )
}

check_same_columns <- function(heads, file, call) {
  names <- lapply(heads, \(head) sort(names(head$what)[lengths(head$what) > 0]))
  other <- which(!vapply(names, identical, NA, names[[1]]))
  stop_if(
    length(other) > 0, "All files must have the same columns.",
    x = "{.file {basename(file[1])}} has {.val {names[[1]]}}, {.file {basename(file[other[1]])}}
         {.val {names[[other[1]]]}}.",
    i = "Name those that are wanted in {.arg columns}.", call = call
  )
}

# Names and types of the columns, from the first lines; NULL for those that are skipped.
text_head <- function(file, sep, columns, call) {
  one <- is.null(sep) || rlang::is_string(sep) && nchar(sep) == 1
  check_that(one, "be one character, or NULL.", sep, "sep", call)
  connection <- open_text(file)
  on.exit(close(connection))
  lines <- as_valid_text(readLines(connection, 1000, warn = FALSE))
  sep <- sep %||% Find(\(sep) grepl(sep, lines[1], fixed = TRUE), c(",", "\t", ";", " "))
  stop_if(
    length(lines) < 2 || is.null(sep),
    "{.file {basename(file)}} must have a header and rows with several columns.",
    call = call
  )
  has_numbers <- \(mark) {
    cell <- "(^|\\Q%1$s\\E)\"?[-+]?[0-9]*[%2$s][0-9]+\"?(\\Q%1$s\\E|$)"
    any(grepl(sprintf(cell, sep, mark), lines, perl = TRUE))
  }
  dec <- if (sep != "," && has_numbers(",") && !has_numbers(".")) "," else "."
  table <- read_table(
    lines, file, call, dec = dec, sep = sep, header = TRUE, quote = "\"", check.names = FALSE,
    stringsAsFactors = FALSE
  )
  check_file_columns(columns, names(table), call)
  what <- lapply(table, \(column) if (is.numeric(column)) double(1) else vector(typeof(column), 1))
  # Row names have no name.
  what[!names(what) %in% (columns %||% setdiff(names(what), ""))] <- list(NULL)
  head <- list(what = what, sep = sep, dec = dec, numbers = character())
  # Numbers may stand in quotes.
  if (is.null(tryCatch(scan_rows(head, text = lines[-1]), error = \(cnd) NULL))) {
    head$numbers <- names(what)[vapply(what, is.double, NA)]
    head$what[head$numbers] <- list("")
  }
  head$row_bytes <- mean(nchar(lines[-1], "bytes")) + 1
  head$by_blocks <- read_by_blocks(head, file)
  head
}

scan_rows <- function(head, ...) {
  rows <- scan(
    ..., what = head$what, sep = head$sep, dec = head$dec, quiet = TRUE, multi.line = FALSE,
    quote = "\"", na.strings = c("NA", ""), comment.char = ""
  )
  rows <- rows[lengths(head$what) > 0]
  text <- vapply(rows, is.character, NA)
  rows[text] <- lapply(rows[text], as_valid_text)
  rows[head$numbers] <- lapply(rows[head$numbers], \(x) as.double(chartr(head$dec, ".", x)))
  rows
}

# Spreadsheets begin UTF-16 with a mark.
open_text <- function(file) {
  file(file, "rt", encoding = if (is_utf16(file)) "UTF-16" else getOption("encoding"))
}

is_utf16 <- function(file) {
  mark <- readBin(file, "raw", 2)
  identical(mark, as.raw(c(0xff, 0xfe))) || identical(mark, as.raw(c(0xfe, 0xff)))
}

# Bytes that are no UTF-8 are those of western Europe.
as_valid_text <- function(x) {
  odd <- !validUTF8(x)
  if (any(odd)) x[odd] <- iconv(x[odd], "CP1252", "UTF-8", sub = "byte")
  x
}

# What scan() complains of is mostly a quote that opens and does not close.
stop_rows <- function(cnd, file, call) {
  if (is_gzip(file)) check_whole(file, gzip_bytes(file), call)
  connection <- open_text(file)
  on.exit(close(connection))
  before <- 0
  repeat {
    lines <- readLines(connection, 1e5, warn = FALSE)
    odd <- which(has_odd_quotes(lines))[1]
    if (!is.na(odd) || length(lines) == 0) break
    before <- before + length(lines)
  }
  stop_file(
    "The rows of a table must all have the same columns.",
    x = "Reading {.file {basename(file)}} ends with \"{conditionMessage(cnd)}\".",
    i = if (!is.na(odd)) {
      "Line {plain_count(before + odd)} has a quote that does not close: {.val {lines[odd]}}."
    } else if (has_open_end(file)) {
      "The file breaks off within its last line."
    },
    call = call
  )
}

has_open_end <- function(file) {
  connection <- file(file, "rb")
  on.exit(close(connection))
  seek(connection, file.size(file) - 1)
  !identical(readBin(connection, "raw", 1), as.raw(10))
}
