# Delimited text in blocks of bytes, which data.table reads an order of magnitude faster than scan().
# What it does not read just as scan() does is left to that.

read_by_blocks <- function(head, file) {
  rlang::is_installed("data.table") && length(head$numbers) == 0 && !is_utf16(file)
}

open_bytes <- function(file) if (is_gzip(file)) gzfile(file, "rb") else file(file, "rb")

# About as many rows as asked for; NULL behind the last.
rows_of_bytes <- function(head, place, chunk_rows, file, call) {
  block <- next_block(place, max(ceiling(chunk_rows * head$row_bytes), 1))
  if (length(block) == 0) {
    if (is_gzip(file)) check_whole(file, place$bytes, call)
    return(NULL)
  }
  rows <- tryCatch(fast_rows(head, block), error = \(cnd) NULL, warning = \(cnd) NULL)
  if (is.null(rows)) {
    connection <- rawConnection(block)
    on.exit(close(connection))
    rows <- rows_of_text(head, connection, -1, file, call)
  }
  rows
}

# Whole lines; what is left over of the last one begins the next block.
next_block <- function(place, size) {
  block <- place$rest
  repeat {
    more <- readBin(place$connection, "raw", size)
    place$bytes <- place$bytes + length(more)
    block <- c(block, more)
    end <- if (length(more) < size) length(block) else last_line_end(block)
    if (end > 0 || length(more) == 0) break
  }
  place$rest <- block[end + seq_len(length(block) - end)]
  length(block) <- end
  block
}

last_line_end <- function(block) {
  from <- length(block)
  while (from > 0) {
    span <- max(from - 65535, 1):from
    found <- which(block[span] == as.raw(10))
    if (length(found) > 0) return(span[found[length(found)]])
    from <- span[1] - 1
  }
  0
}

# NULL where not every column is what the first lines say, or a quote is more than one around a cell:
# then columns that no one needs are looked at as well.
fast_rows <- function(head, block) {
  has <- \(text) length(grepRaw(text, block, fixed = TRUE)) > 0
  quoted <- has("\"")
  wanted <- lengths(head$what) > 0
  types <- vapply(head$what, typeof, "")
  types[!wanted] <- if (quoted) "character" else "NULL"
  rows <- if (!has("\"\"")) {
    data.table::fread(
      text = rawToChar(block), header = FALSE, sep = head$sep, dec = head$dec,
      colClasses = unname(types), na.strings = c("NA", ""), strip.white = FALSE,
      blank.lines.skip = TRUE, data.table = FALSE, showProgress = FALSE, nThread = default_threads()
    )
  }
  if (!identical(unname(vapply(rows, typeof, "")), unname(types[types != "NULL"]))) {
    return(NULL)
  }
  text <- vapply(rows, is.character, NA)
  if (quoted && any(vapply(rows[text], \(x) any(grepl("[\"\n]", unique(x))), NA))) {
    return(NULL)
  }
  rows[text] <- lapply(rows[text], as_valid_text)
  rows <- rlang::set_names(as.list(rows), names(head$what)[types != "NULL"])
  rows[names(head$what)[wanted]]
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
check_whole <- function(file, bytes, call) {
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
    i = "Copy or make the file anew: what is missing cannot be known.", call = call
  )
}

several_in_one <- function(file) {
  nzchar(Sys.which("gzip")) &&
    system2("gzip", c("-t", shQuote(path.expand(file))), stdout = FALSE, stderr = FALSE) == 0
}
