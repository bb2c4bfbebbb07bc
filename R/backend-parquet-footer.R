# Row groups of Parquet files, one at a time. nanoparquet reads whole files; a file of one row group
# is made of the bytes of its columns, copied as they are, and of a footer that names no other.
#
# The footer is a structure in the compact protocol of Thrift. Only where fields begin and end is
# read of it, and what tells numbers of rows and places in the file.

# Names of the fields that matter, by number (parquet.thrift).
file_fields <- c(schema = 2, num_rows = 3, row_groups = 4)
schema_fields <- c(name = 4)
group_fields <- c(columns = 1, num_rows = 3)
chunk_fields <- c(file_offset = 2, meta_data = 3)
meta_fields <- c(
  path = 3, compressed_size = 7, data_page = 9, index_page = 10, dictionary_page = 11
)

parquet_magic <- charToRaw("PAR1")

read_footer <- function(file) {
  size <- file.size(file)
  connection <- file(file, "rb")
  on.exit(close(connection))
  ends <- \(n) {
    seek(connection, size - n)
    readBin(connection, "raw", n)
  }
  if (size < 12) stop("it is too short")
  tail <- ends(8)
  if (!identical(tail[5:8], parquet_magic)) stop("it does not end as Parquet does")
  n <- sum(as.integer(tail[1:4]) * 256^(0:3))
  if (n + 12 > size) stop("its footer is longer than the file")
  bytes <- utils::head(ends(n + 8), n)
  fields <- thrift_struct(bytes, 1)
  groups <- thrift_list(bytes, thrift_field(fields, file_fields[["row_groups"]])$start)
  list(
    file = file, size = size, bytes = bytes, fields = fields, groups = groups,
    rows = group_rows(bytes, groups), names = column_names_of(bytes, fields)
  )
}

# Behind the root of the schema.
column_names_of <- function(bytes, fields) {
  schema <- thrift_list(bytes, thrift_field(fields, file_fields[["schema"]])$start)
  vapply(schema$elements[-1], \(from) {
    element <- thrift_struct(bytes, from)
    thrift_text(bytes, thrift_field(element, schema_fields[["name"]])$start)
  }, "")
}

# How many rows each row group has.
group_rows <- function(bytes, groups) {
  vapply(groups$elements, \(from) {
    fields <- thrift_struct(bytes, from)
    thrift_number(bytes, thrift_field(fields, group_fields[["num_rows"]])$start)
  }, 0)
}

# A file that has one row group of another, and of its columns only those that are named.
write_group <- function(footer, number, columns, to) {
  bytes <- footer$bytes
  source <- file(footer$file, "rb")
  on.exit(close(source))
  target <- file(to, "wb")
  on.exit(close(target), add = TRUE)
  writeBin(parquet_magic, target)
  group <- thrift_struct(bytes, footer$groups$elements[number])
  chunks <- thrift_list(bytes, thrift_field(group, group_fields[["columns"]])$start)
  at <- 4
  moved <- lapply(chunks$elements, \(from) {
    chunk <- place_chunk(bytes, from)
    if (!is.null(columns) && !chunk$name %in% columns) {
      return(bytes[chunk$start:(chunk$end - 1)])
    }
    if (!isTRUE(chunk$size >= 0 && chunk$offset + chunk$size <= footer$size)) {
      stop("a column lies outside of the file")
    }
    seek(source, chunk$offset)
    writeBin(readBin(source, "raw", chunk$size), target)
    shift <- at - chunk$offset
    at <<- at + chunk$size
    move_chunk(bytes, chunk, shift)
  })
  columns <- c(list_header(length(moved), chunks$type), unlist(moved))
  rows <- thrift_bytes(bytes, thrift_field(group, group_fields[["num_rows"]]))
  group <- put_struct(bytes, group, rlang::set_names(list(columns), group_fields[["columns"]]))
  groups <- c(list_header(1, footer$groups$type), group)
  footer <- put_struct(
    bytes, footer$fields,
    rlang::set_names(list(rows, groups), file_fields[c("num_rows", "row_groups")])
  )
  writeBin(footer, target)
  writeBin(length(footer), target, size = 4, endian = "little")
  writeBin(parquet_magic, target)
}

# Where a column of a row group lies: its dictionary comes first, if it has one.
place_chunk <- function(bytes, from) {
  fields <- thrift_struct(bytes, from)
  meta <- thrift_struct(bytes, thrift_field(fields, chunk_fields[["meta_data"]])$start)
  number <- \(name) {
    field <- thrift_field(meta, meta_fields[[name]])
    if (!is.null(field)) thrift_number(bytes, field$start)
  }
  path <- thrift_list(bytes, thrift_field(meta, meta_fields[["path"]])$start)
  # A dictionary at 0 is what some writers say where there is none.
  pages <- c(number("data_page"), number("dictionary_page"), number("index_page"))
  list(
    fields = fields, meta = meta, name = thrift_text(bytes, path$elements[1]),
    offset = min(pages[pages > 0]), size = number("compressed_size"), start = from,
    end = fields$end
  )
}

move_chunk <- function(bytes, chunk, shift) {
  moved <- \(fields, numbers) {
    found <- intersect(numbers, fields$id)
    lapply(rlang::set_names(found), \(id) {
      at <- thrift_number(bytes, thrift_field(fields, id)$start)
      put_number(if (at > 0) at + shift else at)
    })
  }
  pages <- meta_fields[c("data_page", "index_page", "dictionary_page")]
  meta <- put_struct(bytes, chunk$meta, moved(chunk$meta, pages))
  changes <- c(
    moved(chunk$fields, chunk_fields["file_offset"]),
    rlang::set_names(list(meta), chunk_fields[["meta_data"]])
  )
  put_struct(bytes, chunk$fields, changes)
}

# ---- the compact protocol of Thrift ----

# Positions from 1. `$end` is one behind what was read.
thrift_varint <- function(bytes, at) {
  if (is.null(at)) stop("its footer lacks a field")
  value <- 0
  for (k in 0:9) {
    byte <- as.integer(bytes[at + k])
    if (is.na(byte)) stop("its footer breaks off")
    value <- value + bitwAnd(byte, 127L) * 128^k
    if (byte < 128L) {
      return(list(value = value, end = at + k + 1))
    }
  }
  stop("its footer has a number that never ends")
}

thrift_number <- function(bytes, at) {
  value <- thrift_varint(bytes, at)$value
  if (value %% 2 == 0) value / 2 else -(value + 1) / 2
}

thrift_text <- function(bytes, at) {
  length <- thrift_varint(bytes, at)
  if (length$value > length(bytes)) stop("its footer breaks off")
  text <- rawToChar(bytes[length$end + seq_len(length$value) - 1])
  Encoding(text) <- "UTF-8"
  text
}

# Numbers, types and places of the fields of a structure.
thrift_struct <- function(bytes, at) {
  id <- type <- start <- integer()
  last <- 0
  repeat {
    head <- as.integer(bytes[at])
    if (is.na(head)) stop("its footer breaks off")
    at <- at + 1
    if (head == 0L) break
    step <- head %/% 16L
    if (step == 0L) {
      last <- thrift_number(bytes, at)
      at <- thrift_varint(bytes, at)$end
    } else {
      last <- last + step
    }
    id <- c(id, last)
    type <- c(type, head %% 16L)
    start <- c(start, at)
    at <- thrift_skip(bytes, at, head %% 16L)
  }
  list(id = id, type = type, start = start, end = at)
}

# Where the elements of a list begin.
thrift_list <- function(bytes, at) {
  head <- as.integer(bytes[at])
  n <- head %/% 16L
  at <- at + 1
  if (n == 15L) {
    length <- thrift_varint(bytes, at)
    n <- length$value
    at <- length$end
  }
  if (n > length(bytes)) stop("its footer breaks off")
  elements <- numeric(n)
  for (k in seq_len(n)) {
    elements[k] <- at
    at <- thrift_skip(bytes, at, head %% 16L, in_list = TRUE)
  }
  list(elements = elements, type = head %% 16L, end = at)
}

# True and false have no bytes of their own where they are fields.
thrift_skip <- function(bytes, at, type, in_list = FALSE) {
  end <- switch(as.character(type),
    "1" = , "2" = at + in_list,
    "3" = at + 1,
    "4" = , "5" = , "6" = thrift_varint(bytes, at)$end,
    "7" = at + 8,
    "8" = {
      length <- thrift_varint(bytes, at)
      length$end + length$value
    },
    "9" = , "10" = thrift_list(bytes, at)$end,
    "12" = thrift_struct(bytes, at)$end,
    stop("its footer has a field of an unknown type")
  )
  if (end > length(bytes) + 1) stop("its footer breaks off")
  end
}

# NULL for a field that is not there.
thrift_field <- function(fields, id) {
  at <- match(id, fields$id)
  if (!is.na(at)) list(start = fields$start[at], type = fields$type[at])
}

thrift_bytes <- function(bytes, field) {
  bytes[field$start:(thrift_skip(bytes, field$start, field$type) - 1)]
}

# A structure with other values of some fields.
put_struct <- function(bytes, fields, values) {
  parts <- lapply(seq_along(fields$id), \(k) {
    type <- fields$type[k]
    value <- values[[as.character(fields$id[k])]]
    if (is.null(value) && !type %in% 1:2) {
      value <- thrift_bytes(bytes, list(start = fields$start[k], type = type))
    }
    c(as.raw(type), put_number(fields$id[k]), value)
  })
  c(unlist(parts), as.raw(0))
}

put_number <- function(x) put_varint(if (x >= 0) 2 * x else -2 * x - 1)

put_varint <- function(x) {
  bytes <- raw()
  while (x >= 128) {
    bytes <- c(bytes, as.raw(x %% 128 + 128))
    x <- x %/% 128
  }
  c(bytes, as.raw(x))
}

list_header <- function(n, type) {
  if (n < 15) as.raw(n * 16 + type) else c(as.raw(240 + type), put_varint(n))
}
