written <- function(bytes, ext = "", frame = parent.frame()) {
  path <- withr::local_tempfile(fileext = ext, .local_envir = frame)
  writeBin(as.raw(bytes), path)
  path
}
refused_file <- function(file, text) {
  expect_no_warning(expect_error(read_bytes(file), text, class = "calibrant_error_file"))
}

refuses_size <- function(code) {
  expect_no_warning(expect_error(code, "at most 1 000 000 bytes", class = "calibrant_error_file"))
}

test_that("what is no text is named", {
  refused_file(written(c(0x28, 0xb5, 0x2f, 0xfd, 1:4), ".zst"), "zstd -dc")
  refused_file(written(c(charToRaw("PAR1"), as.raw(rep(0, 20)))), "lr_chunks")
  refused_file(written(c(0x89, charToRaw("HDF"), as.raw(1:9))), "HDF5")
  refused_file(written(c(0xd0, 0xcf, 0x11, 0xe0, 1:9)), "CSV")
  record <- written(charToRaw("{\n  \"format\": \"calibrant tally\"\n}"), ".json")
  refused_file(record, "read_calibrant")
  expect_error(lr_chunks(record), "read_calibrant", class = "calibrant_error_file")
  refused_file(written(0), "It is no text")
  refused_file(written(as.raw(0:255)), "It is no text")
  tar <- as.raw(rep(65, 600))
  tar[258:262] <- charToRaw("ustar")
  refused_file(written(tar), "archive")
})

test_that("the reason is named why a file has no text", {
  refused_file(tempfile(), "There is no such file")
  refused_file(tempdir(), "It is a folder")
  refused_file(written(raw()), "It is empty")
  for (other in list(3, NULL, NA, c("a", "b"), list())) refused_file(other, "It is no path")
  empty <- file(written(raw()))
  refused_file(empty, "It is empty")
  for (what in c("llr,truth", "llr,truth\n", "\ufefflr")) {
    header <- written(charToRaw(enc2utf8(what)))
    expect_error(read_scores(header), "It has no other line", class = "calibrant_error_file")
    expect_error(read_scores(header, columns = c(score = "x")), "It has no other line",
      class = "calibrant_error_file"
    )
  }
  for (command in c("judge", "explain", "calibrate", "fuse", "conclusions", "tally")) {
    said <- utils::capture.output(status <- run_command(c(command, tempdir())), type = "message")
    expect_identical(status, 2L)
    expect_match(paste(said, collapse = " "), "It is a folder")
  }
})

test_that("damaged workbooks and objects of R are told", {
  told <- \(write, ext) {
    file <- withr::local_tempfile(fileext = ext)
    write(file)
    conditionMessage(expect_error(read_scores(file), class = "calibrant_error_file"))
  }
  damaged <- \(file) writeBin(charToRaw("PK\003\004 broken"), file)
  for (ext in c(".xlsx", ".ods", ".zip")) expect_match(told(damaged, ext), "truncated or damaged")
  for (compress in c(TRUE, FALSE)) {
    expect_match(told(\(file) saveRDS(voice_lr, file, compress = compress), ".rds"), "readRDS")
    expect_match(told(\(file) save(voice_lr, file = file, compress = compress), ".rda"), "load")
  }
})

test_that("an archive of one file is read, and one of several is refused", {
  skip_if(!nzchar(Sys.which("zip")))
  folder <- withr::local_tempdir()
  writeLines("m1 s1 2 target", file.path(folder, "a.txt"))
  writeLines("m1 s2 1 target", file.path(folder, "b.txt"))
  pack <- function(...) {
    zip <- file.path(folder, paste0(length(c(...)), ".zip"))
    withr::with_dir(folder, utils::zip(zip, c(...), flags = "-q"))
    zip
  }
  expect_identical(text_lines(read_bytes(pack("a.txt"))), "m1 s1 2 target")
  refused_file(pack("a.txt", "b.txt"), "one file in it")
})

test_that("compressed data that break off, and programs that fail, are refused by every door", {
  lines <- c("same,llr", paste(0:1, seq(-3, 3, length.out = 5000), sep = ","))
  whole <- withr::local_tempfile(fileext = ".gz")
  connection <- gzfile(whole, "wb")
  writeLines(lines, connection)
  close(connection)
  bytes <- readBin(whole, "raw", 1e6)
  half <- written(bytes[seq_len(length(bytes) %/% 2)], ".gz")
  doors <- list(
    \(file) read_scores(file, scale = "ln"), \(file) read_scores(genuine = file, impostor = file),
    \(file) read_casework(list(file)),
    \(file) read_scores(gzfile(file)), \(file) read_scores(whole, file),
    \(file) lr_set(lr_chunks(file, chunk_rows = 1000), same ~ llr, scale = "ln"),
    \(file) conclusion_set(file)
  )
  for (door in doors) {
    expect_no_warning(expect_error(door(half), "truncated", class = "calibrant_error_file"))
  }
  twice <- written(c(bytes, bytes), ".gz")
  skip_if(!nzchar(Sys.which("gzip")))
  expect_length(text_lines(read_bytes(twice)), 2 * length(lines))
  skip_on_os("windows")
  failing <- paste0("cat ", shQuote(whole), " | gzip -dc; exit 3")
  refused_file(pipe(failing), "status")
  expect_length(text_lines(read_bytes(pipe(paste("gzip -dc", shQuote(whole))))), length(lines))
})

test_that("compressed files in part are called damaged, and no value in a message is empty", {
  open <- list(gzip = gzfile, bzip2 = bzfile, xz = xzfile)
  programs <- Filter(\(name) nzchar(Sys.which(name)), names(open))
  for (name in programs) {
    for (n in c(0, 20, 20000)) {
      whole <- withr::local_tempfile()
      connection <- open[[name]](whole, "wb")
      lines <- paste(rep(0:1, length.out = n), withr::with_seed(1, stats::rnorm(n)), sep = ",")
      if (n > 0) writeLines(c("truth,llr", lines), connection)
      close(connection)
      bytes <- readBin(whole, "raw", 1e6)
      doors <- list(
        \(file) read_scores(file, scale = "ln"), \(file) read_scores(open[[name]](file)),
        \(file) lr_set(lr_chunks(file), truth ~ llr, scale = "ln")
      )
      if (n == 0) {
        said <- expect_error(lr_chunks(whole), "a line with trials", class = "calibrant_error_file")
        expect_false(grepl("(is|are) [.]", conditionMessage(said)))
        next
      }
      left <- list(bytes[1:20], utils::head(bytes, length(bytes) / 2), utils::head(bytes, -3))
      for (door in doors) {
        expect_length(door(whole), n)
        for (part in left) {
          expect_error(door(written(part)), "truncated or damaged", class = "calibrant_error_file")
        }
      }
    }
  }
})

test_that("texts have bounds, whatever they are packed in", {
  withr::local_options(calibrant.most_text = 1e6)
  folder <- withr::local_tempdir()
  place <- \(name) file.path(folder, name)
  lines <- c("truth,score", rep(c("1,0.5", "0,-0.5"), 1e5))
  for (kind in c("gzfile", "bzfile", "xzfile", "file")) {
    connection <- get(kind)(place(kind), "wb")
    writeLines(lines, connection)
    close(connection)
  }
  doors <- list(
    \(x) read_scores(x, scale = "ln"), \(x) read_scores(genuine = x, impostor = x),
    \(x) read_casework(list(x)), conclusion_set,
    \(x) read_scores(gzfile(x), scale = "ln"), \(x) read_scores(x, x, scale = "ln"),
    \(x) read_scores(withr::local_connection(gzfile(x, "rt")), scale = "ln"),
    \(x) read_scores(withr::local_connection(file(x, "rt")), scale = "ln")
  )
  open <- nrow(showConnections())
  for (kind in c("gzfile", "bzfile", "xzfile", "file")) {
    for (door in doors) refuses_size(door(place(kind)))
    expect_length(lr_set(lr_chunks(place(kind)), truth ~ score, scale = "ln"), 2e5)
  }
  expect_identical(nrow(showConnections()), open)
  skip_on_os("windows")
  # A sparse file of 10 GB.
  skip_if(system2("truncate", c("-s", "10G", place("sparse")), stderr = FALSE) != 0)
  for (door in doors) expect_error(door(place("sparse")), class = "calibrant_error_file")
  expect_error(lr_chunks(place("sparse")), class = "calibrant_error_file")
  expect_error(read_calibrant(place("sparse")), class = "calibrant_error_file")
})

test_that("lines and headers have bounds", {
  wide <- paste0(paste(rep("1", 9000), collapse = ","), "\n")
  wide <- written(charToRaw(paste0(paste0("c", 1:9000, collapse = ","), "\n", wide, wide)))
  for (door in list(read_scores, lr_chunks, conclusion_set, \(x) read_casework(list(x)))) {
    expect_error(door(wide), "8 192 fields", class = "calibrant_error_file")
  }
  local_replaced(most_block = 2^17)
  long <- charToRaw(paste0("truth,score\n1,0.5\n0,0.2\n", strrep("7", 5e5)))
  for (file in list(long, c(long[1:18], charToRaw(strrep("1,0.5\n", 1e5)), long[-(1:18)]))) {
    x <- lr_chunks(written(file))
    expect_error(
      lr_set(x, truth ~ score, scale = "ln"), "131 072 bytes", class = "calibrant_error_file"
    )
  }
})

test_that("damaged archives are refused, wherever they are damaged", {
  folder <- withr::local_tempdir()
  place <- \(name) file.path(folder, name)
  # Lines of one length, so that half of the blocks are whole lines.
  lines <- c("truth,score", sprintf("%d,%+10.7f", rep(0:1, 4e4), sin(seq_len(8e4))))
  writeLines(lines, place("whole.csv"))
  connection <- bzfile(place("whole.bz2"), "wb", compression = 1)
  writeLines(lines, connection)
  close(connection)
  refused <- \(name, at) {
    bytes <- readBin(place(name), "raw", 1e7)
    at <- ceiling(at * length(bytes))
    bytes[at] <- xor(bytes[at], as.raw(16))
    for (door in list(read_scores, \(file) lr_set(lr_chunks(file), truth ~ score, scale = "ln"))) {
      expect_error(door(written(bytes)), class = "calibrant_error_input")
    }
  }
  if (nzchar(Sys.which("bzip2"))) {
    expect_identical(text_lines(read_bytes(place("whole.bz2"))), lines)
    for (at in c(0.2, 0.5, 0.95)) refused("whole.bz2", at)
    withr::local_envvar(PATH = "")
    refused_file(place("whole.bz2"), "is not installed")
  }
})

test_that("the checksums of zip are looked at", {
  skip_if(!nzchar(Sys.which("zip")))
  folder <- withr::local_tempdir()
  lines <- c("truth,score", sprintf("%d,%+10.7f", rep(0:1, 5e3), sin(seq_len(1e4))))
  dir.create(file.path(folder, "a"))
  writeLines(lines, file.path(folder, "a", "a.csv"))
  for (flags in c("-q", "-q -0", "-q -r")) {
    zip <- file.path(folder, "a.zip")
    unlink(zip)
    of <- if (flags == "-q -r") "a" else "a/a.csv"
    withr::with_dir(folder, utils::zip("a.zip", of, flags = flags))
    expect_identical(text_lines(read_bytes(zip)), lines)
    bytes <- readBin(zip, "raw", 1e7)
    for (at in round(c(0.1, 0.5, 0.9) * length(bytes))) {
      refused_file(written(replace(bytes, at, xor(bytes[at], as.raw(4))), ".zip"), "damaged")
    }
  }
})

# Paths that are not files of text. A pipe without a writer would block, so only the reader of
# chunks is tested on it.
odd_paths <- function(folder) {
  at <- \(name) file.path(folder, name)
  dir.create(at("folder.csv"))
  file.symlink(at("nowhere"), at("link.csv"))
  file.create(at("empty.csv"))
  writeLines(c("score,truth", "2,1", "-1,0"), at("secret.csv"))
  Sys.chmod(at("secret.csv"), "000")
  script <- "IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 1)"
  system2("perl", c("-MIO::Socket::UNIX", "-e", shQuote(script), at("socket.csv")), stderr = FALSE)
  devices <- c("/dev/zero", "/dev/null", "/dev/urandom", "/dev/full")
  # Root may read all files.
  if (file.access(at("secret.csv"), 4) == 0) unlink(at("secret.csv"))
  c(list.files(folder, full.names = TRUE), devices[file.exists(devices)])
}

test_that("a path that is no file of text is refused by every reader", {
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  good <- withr::local_tempfile(lines = c("score,truth", "2,1", "-1,0"))
  withr::local_options(calibrant.most_text = 2^22)
  readers <- list(
    scores = read_scores, key = \(path) read_scores(good, path),
    two = \(path) read_scores(genuine = good, impostor = path),
    connection = \(path) from_connection(file(path)),
    packed = \(path) from_connection(gzfile(path)), conclusions = conclusion_set,
    casework = \(path) read_casework(list(read_bytes(path)), NULL, NULL),
    chunks = lr_chunks, parquet = \(path) lr_chunks(path, format = "parquet"),
    hdf5 = \(path) lr_chunks(path, format = "hdf5"), record = read_calibrant
  )
  from_connection <- \(connection) {
    on.exit(try(close(connection), silent = TRUE))
    read_scores(connection)
  }
  for (path in odd_paths(folder)) {
    for (name in names(readers)) {
      expect_error(
        suppressWarnings(readers[[name]](path)), class = "calibrant_error_input",
        info = paste(name, path)
      )
    }
  }
  pipe <- file.path(folder, "pipe.csv")
  system2("mkfifo", pipe)
  expect_error(lr_chunks(pipe), "no pipe", class = "calibrant_error_file")
  expect_error(lr_chunks(pipe, format = "parquet"), class = "calibrant_error_file")
})
