# A reader of delimited text, see lr_chunks(): whole lines in blocks of bytes.

text_chunks <- function(file, columns = NULL, sep = NULL, chunk_rows = 1e6) {
  check_chunk_files(file)
  file <- vapply(file, plain_path, "", USE.NAMES = FALSE)
  check_count(chunk_rows)
  reader <- text_reader(file, columns, sep, chunk_rows)
  reader$with_names <- \(names) text_reader(file, columns, sep, chunk_rows, names)
  reader
}

# Columns that are `named` hold names, such as "1" and "01"; others hold numbers if all cells are
# numbers.
text_reader <- function(file, columns, sep, chunk_rows, named = NULL) {
  heads <- lapply(file, text_head, sep, columns, named)
  names <- lapply(heads, \(head) sort(names(head$kinds)))
  other <- which(!vapply(names, identical, NA, names[[1]]))
  refuse_if(length(other) > 0, "files_columns")
  # The current file of several, and its connection.
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
      if (is.null(rows)) shut(place)
    }
  }
  opened_chunks(open, read, shut, files_in_words(file))
}

# Layout and types of the required columns, from the first block of the text.
text_head <- function(file, sep, columns, named) {
  one <- is.null(sep) || rlang::is_string(sep) && validEnc(sep) && nchar(sep) == 1
  check_that(one, "be one character, or NULL.", sep)
  place <- rlang::new_environment()
  begin_text(place, NULL, file)
  on.exit(close(place$connection))
  block <- next_block(place, 2^17)
  if (length(block) == 0) check_whole(file, 0)
  # Reads on if the header, or the row below it, is long.
  if (last_line_end(utils::head(block, -2), length(block)) == 0) {
    block <- c(block, next_block(place, 2^17))
  }
  attr(block, "file") <- basename(file)
  separator <- if (identical(sep, " ")) 0 else if (!is.null(sep)) utf8ToInt(sep)
  layout <- text_layout(block, list(header = TRUE, separator = separator))
  refuse_if(!layout$has_header || layout$n_fields < 2, "no_header")
  known <- named_columns(layout)
  check_file_columns(columns, names(known))
  layout$columns <- known[names(known) %in% (columns %||% names(known))]
  kinds <- replace(frame_kinds(layout), intersect(named, names(layout$columns)), 1L)
  table <- read_table(block, layout, kinds)
  list(
    layout = layout, kinds = kinds, marks = table$marks,
    flags = vapply(table$labels, is_flag_column, NA),
    row_bytes = length(block) / max(length(table$line), 1)
  )
}

begin_text <- function(place, head, file) {
  start <- opened(readBin(file, "raw", 8), file)
  check_text_file(start, file)
  # Converts text of other encodings, and unpacks zip, at once.
  whole <- any(as.integer(start[1:2]) %in% c(0, 0xfe, 0xff)) || is_zip(start)
  place$connection <- if (whole) {
    rawConnection(unclass(read_bytes(file)))
  } else {
    opened(if (is_packed(start)) gzfile(file, "rb") else file(file, "rb"), file)
  }
  list2env(list(file = file, rest = raw(), bytes = 0, line = 1, marks = head$marks), place)
}

# About as many rows as requested; NULL after the last.
next_rows <- function(head, place, chunk_rows, file) {
  block <- next_block(place, max(ceiling(chunk_rows * head$row_bytes), 1))
  if (length(block) == 0) return(check_whole(file, place$bytes))
  layout <- utils::modifyList(head$layout, list(first_line = place$line, marks = place$marks,
    has_header = place$line == 1))
  attr(block, "file") <- basename(file)
  table <- read_table(block, layout, head$kinds)
  place$line <- table$next_line
  place$marks <- table$marks
  frame_columns(table, head$flags)
}

# Largest block in bytes, for any requested number of rows.
most_block <- 2^27

# Whole lines; the rest of the last one begins the next block.
next_block <- function(place, size) {
  block <- place$rest
  repeat {
    size <- min(max(size, length(block)), most_block)
    more <- or_null(readBin(place$connection, "raw", size))
    refuse_if(is.null(more), "data_truncated")
    place$bytes <- place$bytes + length(more)
    block <- c(block, more)
    end <- if (length(more) < size) length(block) else last_line_end(block, length(more))
    if (end > 0 || length(more) == 0) break
    refuse_if(length(block) > most_block, "line_too_long")
  }
  place$rest <- block[end + seq_len(length(block) - end)]
  length(block) <- end
  text <- as_utf8(block)
  stop_file_if(is.null(text), "{.file {basename(place$file)}} must be a text file.")
  text
}

# Only the last `new` bytes can have a line end. A \r at the end of those before may be half of one.
last_line_end <- function(block, new) {
  from <- length(block) - 1
  while (from > max(length(block) - new - 1, 0)) {
    span <- max(from - 65535, 1):from
    found <- which(block[span] == as.raw(10) | block[span] == as.raw(13))
    if (length(found) > 0) {
      end <- span[found[length(found)]]
      return(end + (block[end] == as.raw(13) && block[end + 1] == as.raw(10)))
    }
    from <- span[1] - 1
  }
  0
}

# Numbers if all cells are numbers with one decimal mark: 1 in the marks is certainly a point, 4 a
# comma.
frame_kinds <- function(layout) {
  marks <- layout$marked[layout$columns]
  has <- \(bit) marks >= 0 & bitwAnd(pmax(marks, 0L), bit) > 0
  other <- any(has(1L)) & has(4L) & !has(1L)
  rlang::set_names(ifelse(marks < 0 | other, 1L, 0L), names(layout$columns))
}

is_flag_column <- function(labels) {
  !is.null(labels) && all(labels %in% flag_words) && any(labels %in% flag_words[1:6])
}
