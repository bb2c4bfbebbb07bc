# Delimited text in blocks of bytes, which data.table reads an order of magnitude faster than
# scan(). What it does not read just as scan() does is left to that.

read_by_blocks <- function(head, file) {
  rlang::is_installed("data.table") && length(head$numbers) == 0 && !is_utf16(file)
}

open_bytes <- function(file) {
  as_errors(if (is_gzip(file)) gzfile(file, "rb") else file(file, "rb"))
}

# About as many rows as asked for; NULL behind the last.
rows_of_bytes <- function(head, place, chunk_rows, file) {
  block <- next_block(place, max(ceiling(chunk_rows * head$row_bytes), 1))
  if (length(block) == 0) {
    if (is_gzip(file)) check_whole(file, place$bytes)
    return(NULL)
  }
  rows <- tryCatch(fast_rows(head, block), error = \(cnd) NULL, warning = \(cnd) NULL)
  if (is.null(rows)) {
    connection <- rawConnection(block)
    on.exit(close(connection))
    rows <- rows_of_text(head, connection, -1, file)
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

# NULL where not every column is what the first lines say, or a quote is more than one around a
# cell: where there are quotes, columns that no one needs are looked at as well.
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
      blank.lines.skip = TRUE, data.table = FALSE, showProgress = FALSE,
      nThread = default_threads()
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
