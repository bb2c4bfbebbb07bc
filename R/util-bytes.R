# The bytes of a text that a user names: from a file of any compression, or a connection.

# Bytes as UTF-8, with the name of the file for messages.
read_bytes <- function(file) {
  if (is.raw(file)) return(file)
  connection <- inherits(file, "connection")
  bytes <- if (connection) bytes_of_connection(file) else bytes_of_file(file)
  bytes <- or_null(as_utf8(bytes))
  if (length(bytes) == 0) {
    stop_file("The file cannot be read, or is empty: {value_text(file)}.")
  }
  structure(bytes, file = if (rlang::is_string(file)) basename(file))
}

# Text in memory, unless the session allows more: packed bytes may become any number.
check_text_size <- function(bytes, file) {
  most <- getOption("calibrant.most_text", 2^30)
  stop_file_if(
    bytes > most, "A text must have at most {plain_count(most)} bytes to be read at once.",
    x = "{value_text(file)} has more.",
    i = "{.fn lr_chunks} reads it in pieces; {.code options(calibrant.most_text = )} allows more."
  )
}

or_null <- function(expr) tryCatch(expr, error = \(cnd) NULL, warning = \(cnd) NULL)

file_text <- function(bytes) {
  name <- attr(bytes, "file")
  if (is.null(name)) "the text" else cli::format_inline("{.val {printable_text(name)}}")
}

# A connection opened as text has been decoded already. A pipe tells at its end whether its program
# has failed.
bytes_of_connection <- function(connection) {
  known <- summary(connection)
  if (isOpen(connection)) {
    check_size_behind(known)
    if (known$text == "text" && known$class != "pipe") {
      lines <- or_null(readLines(connection, warn = FALSE))
      return(charToRaw(paste(enc2utf8(lines), collapse = "\n")))
    }
    return(read_pieces(connection, known$description))
  }
  or_null(open(connection, "rb"))
  bytes <- if (isOpen(connection)) {
    rlang::try_fetch({
      check_size_behind(known)
      read_pieces(connection, known$description)
    }, error = \(cnd) {
      close(connection)
      rlang::cnd_signal(cnd)
    })
  }
  status <- if (isOpen(connection)) close(connection)
  stop_file_if(
    known$class == "pipe" && !identical(status %||% 0L, 0L),
    "The command must end without an error: {.code {known$description}}.",
    x = "It ended with status {status}, so its output may be incomplete."
  )
  if (known$class == "gzfile" && is_gzip(known$description)) {
    check_whole(known$description, length(bytes))
  }
  bytes
}

check_size_behind <- function(known) {
  of_file <- known$class %in% c("file", "gzfile", "bzfile", "xzfile")
  if (of_file && utils::file_test("-f", known$description)) {
    check_unpacked_size(\() gzfile(known$description, "rb"), known$description)
  }
}

# Bytes are counted before they are kept: a small file may hold many, and memory is slow to fill.
check_unpacked_size <- function(open, file) {
  connection <- open()
  on.exit(close(connection))
  bytes <- 0
  repeat {
    piece <- or_null(readBin(connection, "raw", 2^20))
    if (length(piece) == 0) return(invisible())
    bytes <- bytes + length(piece)
    check_text_size(bytes, file)
  }
}

# NULL if the file is truncated.
read_pieces <- function(connection, file) {
  pieces <- list()
  repeat {
    piece <- or_null(readBin(connection, "raw", 2^24))
    if (length(piece) == 0) return(if (!is.null(piece)) do.call(c, pieces))
    pieces[[length(pieces) + 1]] <- piece
    check_text_size(sum(lengths(pieces)), file)
  }
}

starts_with <- function(bytes, ...) {
  pattern <- as.raw(c(...))
  identical(utils::head(bytes, length(pattern)), pattern)
}

is_gzip <- function(file) starts_with(readBin(file, "raw", 2), 0x1f, 0x8b)

# A file without a size is a pipe, which cannot be opened twice.
bytes_of_file <- function(file) {
  if (!rlang::is_string(file) || !file.exists(file) || dir.exists(file)) return(NULL)
  start <- if (file.size(file) > 0) or_null(readBin(file, "raw", 8))
  check_text_file(start, file)
  packed <- is_packed(start)
  member <- if (is_zip(start)) only_member(file)
  bytes <- if (length(start) > 0 && !packed && is.null(member)) {
    check_text_size(file.size(file), file)
    or_null(readBin(file, "raw", file.size(file)))
  } else {
    open <- if (!is.null(member)) {
      \() unz(file, member, "rb")
    } else if (packed) {
      \() gzfile(file, "rb")
    } else {
      \() file(file, "rb", raw = TRUE)
    }
    if (packed || !is.null(member)) check_unpacked_size(open, file)
    connection <- open()
    on.exit(close(connection))
    read_pieces(connection, file)
  }
  if (starts_with(start, 0x1f, 0x8b)) check_whole(file, length(bytes))
  stop_file_if(
    identical(bytes[258:262], charToRaw("ustar")),
    "{.val {basename(file)}} is an archive: unpack it, and name the file in it."
  )
  bytes
}

# Packed by gzip, bzip2 or xz, all of which gzfile() reads.
is_packed <- function(start) {
  starts_with(start, 0x1f, 0x8b) || starts_with(start, 0x42, 0x5a, 0x68) ||
    starts_with(start, 0xfd, 0x37, 0x7a, 0x58, 0x5a)
}

is_zip <- function(start) starts_with(start, 0x50, 0x4b, 0x03, 0x04)

only_member <- function(file) {
  members <- or_null(utils::unzip(file, list = TRUE)$Name)
  members <- members[!endsWith(as.character(members), "/")]
  stop_file_if(
    length(members) != 1,
    "A compressed archive must have one file in it.",
    x = "{.val {basename(file)}} has {length(members)}: {.val {utils::head(members, 5)}}.",
    i = if ("xl/workbook.xml" %in% members) "Save the workbook as CSV."
  )
  members
}

# Refuses files that are no text, by their first bytes.
check_text_file <- function(start, file) {
  kind <- if (starts_with(start, 0x28, 0xb5, 0x2f, 0xfd)) {
    "is compressed by zstd, which R cannot read: use {.code pipe(\"zstd -dc {name}\")}"
  } else if (starts_with(start, charToRaw("PAR1"))) {
    "is a Parquet file: read it with {.fn lr_chunks}"
  } else if (starts_with(start, 0x89, charToRaw("HDF"))) {
    "is an HDF5 file: read it with {.fn lr_chunks}"
  } else if (starts_with(start, 0xd0, 0xcf, 0x11, 0xe0)) {
    "is a workbook: save it as CSV"
  }
  name <- basename(file)
  if (!is.null(kind)) stop_file(paste0("{.val {name}} ", kind, "."))
}

# The last four bytes are the length of the text; of several such files in one, that of the last.
check_whole <- function(file, bytes) {
  connection <- file(file, "rb")
  on.exit(close(connection))
  seek(connection, file.size(file) - 4)
  told <- sum(as.integer(readBin(connection, "raw", 4)) * 256^(0:3))
  if (bytes %% 2^32 == told || several_in_one(file)) return(invisible())
  stop_file(
    "{.file {basename(file)}} is truncated.",
    x = "Its compressed data end after {plain_count(bytes)} bytes of text, within a block.",
    i = "Copy or create the file again: the rest of its data is lost."
  )
}

several_in_one <- function(file) {
  # The name of the file alone, quoted, and behind `--` no option.
  words <- c("-t", "--", shQuote(path.expand(file)))
  nzchar(Sys.which("gzip")) &&
    system2("gzip", words, FALSE, FALSE) == 0 # nolint: undesirable_function_linter.
}

# NULL for bytes that are no text. Bytes that are not UTF-8 are those of western Europe.
as_utf8 <- function(bytes) {
  little <- starts_with(bytes, 0xff, 0xfe)
  kind <- if (length(bytes) == 0) 0L else .Call(ffi_encoding, bytes)
  if (little || starts_with(bytes, 0xfe, 0xff)) kind <- 2L
  if (kind > 0) {
    from <- if (kind == 1) {
      c("CP1252", "latin1")
    } else if (little || isTRUE(bytes[2] == 0)) {
      "UTF-16LE"
    } else {
      "UTF-16BE"
    }
    bytes <- Find(length, lapply(from, \(encoding) {
      iconv(list(bytes), encoding, "UTF-8", toRaw = TRUE)[[1]]
    }))
    if (length(bytes) > 0 && .Call(ffi_encoding, bytes) > 0) bytes <- NULL
  }
  if (starts_with(bytes, 0xef, 0xbb, 0xbf)) bytes[-(1:3)] else bytes
}
