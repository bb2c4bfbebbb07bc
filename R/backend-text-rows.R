# Rows of delimited text, and what is said where they end too early.

rows_of_text <- function(head, connection, chunk_rows, file) {
  tryCatch(
    as_errors(scan_rows(head, file = connection, nmax = chunk_rows)),
    error = \(cnd) stop_rows(cnd, file)
  )
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
  as_errors(file(file, "rt", encoding = if (is_utf16(file)) "UTF-16" else getOption("encoding")))
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
stop_rows <- function(cnd, file) {
  if (is_gzip(file)) check_whole(file, gzip_bytes(file))
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
    }
  )
}

has_open_end <- function(file) {
  connection <- file(file, "rb")
  on.exit(close(connection))
  seek(connection, file.size(file) - 1)
  !identical(readBin(connection, "raw", 1), as.raw(10))
}

# ---- files that break off ----

is_gzip <- function(file) identical(readBin(file, "raw", 2), as.raw(c(0x1f, 0x8b)))

gzip_bytes <- function(file) {
  connection <- gzfile(file, "rb")
  on.exit(close(connection))
  bytes <- 0
  repeat {
    n <- length(readBin(connection, "raw", 1e7))
    if (n == 0) return(bytes)
    bytes <- bytes + n
  }
}

# The last four bytes tell how many there must be; of several such files in one, those of the last.
check_whole <- function(file, bytes) {
  connection <- file(file, "rb")
  on.exit(close(connection))
  seek(connection, file.size(file) - 4)
  told <- sum(as.integer(readBin(connection, "raw", 4)) * 256^(0:3))
  if (bytes %% 2^32 == told || several_in_one(file)) {
    return(invisible())
  }
  stop_file(
    "{.file {basename(file)}} breaks off.",
    x = "Its compressed data end after {plain_count(bytes)} bytes of text, within a block.",
    i = "Copy or make the file anew: what is missing cannot be known."
  )
}

several_in_one <- function(file) {
  # The name of the file alone, quoted, and behind `--` no option.
  words <- c("-t", "--", shQuote(path.expand(file)))
  nzchar(Sys.which("gzip")) &&
    system2("gzip", words, FALSE, FALSE) == 0 # nolint: undesirable_function_linter.
}
