# The bytes of a text that a user names: from a file of any compression, or a connection.

# Bytes as UTF-8, with the name of the file for messages.
read_bytes <- function(file) {
  if (is.raw(file)) return(file)
  check_file_given(file)
  found <- if (inherits(file, "connection")) bytes_of_connection(file) else bytes_of_file(file)
  bytes <- or_null(as_utf8(found))
  named <- rlang::is_string(file)
  why <- c(
    "There is no such file." = named && !file.exists(file),
    "It is a folder." = named && dir.exists(file),
    "It is compressed: unpack it first, as by {.code gzip -dc}." = is_packed(found),
    "It is no text." = length(found) > 0, "It is empty." = named || inherits(file, "connection"),
    "It is a table, which {.fn lr_set} takes with a formula." = inherits(file, "tbl"),
    "It is no path." = TRUE
  )
  stop_file_if(
    length(bytes) == 0, "The file cannot be read: {value_text(file)}.", x = names(which(why))[1],
    i = if (why[[1]]) meant_hint(basename(file), list.files(dirname(file)))
  )
  structure(bytes, file = if (named) basename(file))
}

# Largest text in memory, unless the session allows more: compressed bytes may expand to any size.
check_text_size <- function(bytes, file) {
  most <- getOption("calibrant.most_text", 2^30)
  refuse_if(bytes > most, "text_size")
}

file_text <- function(bytes) {
  name <- attr(bytes, "file")
  if (is.null(name)) "the text" else cli::format_inline("{.val {printable_text(name)}}")
}

# A connection opened as text has been decoded already. A pipe reports at its end whether its
# program has failed.
bytes_of_connection <- function(connection) {
  known <- summary(connection)
  of_file <- known$class %in% c("file", "gzfile", "bzfile", "xzfile") &&
    is_regular(known$description)
  if (of_file) check_unpacked_size(known$description)
  if (isOpen(connection)) {
    if (known$text == "text" && known$class != "pipe") {
      lines <- enc2utf8(or_null(readLines(connection, warn = FALSE)))
      return(charToRaw(paste(lines, collapse = "\n")))
    }
    return(read_pieces(connection, known$description))
  }
  opened(open(connection, "rb"), known$description)
  bytes <- tryCatch(read_pieces(connection, known$description), error = \(cnd) {
    close(connection)
    stop(cnd)
  })
  status <- close(connection)
  refuse_if(known$class == "pipe" && !identical(status %||% 0L, 0L), "command_failed")
  if (of_file && known$class != "file") check_whole(known$description, length(bytes))
  bytes
}

# Counts bytes before keeping them: a small file may expand to many, which would slowly fill the
# memory.
check_unpacked_size <- function(file) {
  connection <- opened(gzfile(file, "rb"), file)
  on.exit(close(connection))
  read_pieces(connection, file, keep = FALSE)
}

# NULL if the file is truncated.
read_pieces <- function(connection, file, keep = TRUE) {
  pieces <- list()
  bytes <- 0
  repeat {
    piece <- or_null(readBin(connection, "raw", 2^24))
    if (length(piece) == 0) return(if (!is.null(piece)) do.call(c, pieces))
    if (keep) pieces <- c(pieces, list(piece))
    bytes <- bytes + length(piece)
    check_text_size(bytes, file)
  }
}

starts_with <- function(bytes, ...) {
  pattern <- as.raw(c(...))
  identical(utils::head(bytes, length(pattern)), pattern)
}

# A file without a size is a pipe, which cannot be opened twice.
bytes_of_file <- function(file) {
  if (!rlang::is_string(file) || !file.exists(file) || dir.exists(file)) return(NULL)
  file <- plain_path(file)
  start <- if (file.size(file) > 0) or_null(readBin(file, "raw", 8))
  check_text_file(start, file)
  if (is_zip(start)) {
    gzipped <- gzip_of_zip(file)
    on.exit(unlink(dirname(gzipped), recursive = TRUE))
    return(bytes_of_file(gzipped))
  }
  packed <- is_packed(start)
  bytes <- if (length(start) > 0 && !packed) {
    check_text_size(file.size(file), file)
    or_null(readBin(file, "raw", file.size(file)))
  } else {
    if (packed) check_unpacked_size(file)
    connection <- opened(if (packed) gzfile(file, "rb") else file(file, "rb", raw = TRUE), file)
    on.exit(close(connection))
    read_pieces(connection, file)
  }
  if (packed) {
    check_whole(file, length(bytes))
    check_text_file(utils::head(bytes, 8), file)
  }
  refuse_if(identical(bytes[258:262], charToRaw("ustar")), "archive")
  bytes
}

# Packed by gzip, bzip2 or xz, all of which gzfile() reads.
is_packed <- function(start) {
  starts_with(start, 0x1f, 0x8b) || starts_with(start, 0x42, 0x5a, 0x68) ||
    starts_with(start, 0xfd, 0x37, 0x7a, 0x58, 0x5a)
}

is_zip <- \(start) starts_with(start, 0x50, 0x4b, 0x03, 0x04)

# R does not check the checksums of zip. The compressed data, with their checksum and length, are
# converted to gzip, whose checksums R does check.
gzip_of_zip <- function(file) {
  members <- or_null(utils::unzip(file, list = TRUE))
  refuse_if(is.null(members), "zip_damaged")
  members <- members[!endsWith(as.character(members$Name), "/"), ]
  refuse_if(NROW(members) != 1, "zip_of_several")
  bytes <- readBin(file, "raw", file.size(file))
  number <- \(at, n) number_of(bytes[at + seq_len(n) - 1])
  # The entry of a file, not of a folder, in the directory at the end.
  entries <- grepRaw(as.raw(c(0x50, 0x4b, 1, 2)), bytes, fixed = TRUE, all = TRUE)
  entry <- Find(\(at) number(at + 24, 4) == members$Length, entries)
  local <- number(entry + 42, 4) + 1
  before <- local + 29 + number(local + 26, 2) + number(local + 28, 2)
  data <- bytes[before + seq_len(number(entry + 20, 4))]
  # Stored data are compressed for gzip, without the header and trailer of zlib.
  if (number(entry + 10, 2) == 0) data <- utils::head(memCompress(data, "gzip")[-(1:2)], -4)
  to <- file.path(tempfile("zip"), basename(file))
  dir.create(dirname(to))
  writeBin(c(as.raw(c(0x1f, 0x8b, 8, rep(0, 7))), data, bytes[entry + c(16:19, 24:27)]), to)
  to
}

# Refuses files that are not text, by their first bytes.
check_text_file <- function(start, file) {
  kinds <- list(
    "is compressed by zstd, which R cannot read: use {.code pipe(\"zstd -dc {name}\")}" =
      c(0x28, 0xb5, 0x2f, 0xfd),
    "is a Parquet file: read it with {.fn lr_chunks}" = charToRaw("PAR1"),
    "is an HDF5 file: read it with {.fn lr_chunks}" = c(0x89, charToRaw("HDF")),
    "is a workbook: save it as CSV" = c(0xd0, 0xcf, 0x11, 0xe0),
    "is an object of R: read it with {.fn readRDS}" = c(charToRaw("X\n"), 0, 0, 0),
    "has objects of R: {.fn load} reads them" = charToRaw("RDX"),
    "has no trials, but a record in JSON: {.fn read_calibrant} reads those of calibrant" =
      charToRaw("{\n")
  )
  kind <- Find(\(kind) starts_with(start, kinds[[kind]]), names(kinds))
  name <- basename(file)
  if (!is.null(kind)) stop_file(paste0("{.val {name}} ", kind, "."))
}

# The last four bytes of gzip give the length of the text; for concatenated files, that of the last.
# R reports damaged data of xz, but stops silently at those of bzip2, which bzip2 itself must test.
check_whole <- function(file, bytes) {
  start <- readBin(file, "raw", 8)
  program <- switch(as.character(start[1]), `1f` = "gzip", `42` = "bzip2", "xz")
  fine <- switch(program, gzip = bytes %% 2^32 == told_length(file), xz = bytes > 0, FALSE)
  if (!is_packed(start) || fine) return(invisible())
  there <- nzchar(Sys.which(program))
  # The quoted name of the file, after `--`, so that it is not an option.
  words <- c("-t", "--", shQuote(path.expand(file)))
  refuse_if(
    !there || system2(program, words, FALSE, FALSE) != 0, # nolint: undesirable_function_linter.
    "truncated"
  )
}

told_length <- function(file) {
  connection <- file(file, "rb")
  on.exit(close(connection))
  seek(connection, file.size(file) - 4)
  number_of(readBin(connection, "raw", 4))
}

number_of <- function(bytes) sum(as.integer(bytes) * 256^(seq_along(bytes) - 1))

# NULL for bytes that are not text. Bytes that are not UTF-8 are read as Western European.
as_utf8 <- function(bytes) {
  little <- starts_with(bytes, 0xff, 0xfe)
  kind <- if (length(bytes) == 0) 0L else .Call(ffi_encoding, bytes)
  if (little || starts_with(bytes, 0xfe, 0xff)) kind <- 2L
  if (kind > 0) {
    wide <- if (little || isTRUE(bytes[2] == 0)) "UTF-16LE" else "UTF-16BE"
    from <- if (kind == 1) c("CP1252", "latin1") else wide
    bytes <- Find(length, lapply(from, \(encoding) {
      iconv(list(bytes), encoding, "UTF-8", toRaw = TRUE)[[1]]
    }))
    if (length(bytes) > 0 && .Call(ffi_encoding, bytes) > 0) bytes <- NULL
  }
  if (starts_with(bytes, 0xef, 0xbb, 0xbf)) bytes[-(1:3)] else bytes
}
