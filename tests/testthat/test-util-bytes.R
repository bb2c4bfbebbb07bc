written <- function(bytes, ext = "", frame = parent.frame()) {
  path <- withr::local_tempfile(fileext = ext, .local_envir = frame)
  writeBin(as.raw(bytes), path)
  path
}
refused_file <- function(file, text) {
  expect_no_warning(expect_error(read_bytes(file), text, class = "calibrant_error_file"))
}

test_that("what is no text is named", {
  refused_file(written(c(0x28, 0xb5, 0x2f, 0xfd, 1:4), ".zst"), "zstd -dc")
  refused_file(written(c(charToRaw("PAR1"), as.raw(rep(0, 20)))), "lr_chunks")
  refused_file(written(c(0x89, charToRaw("HDF"), as.raw(1:9))), "HDF5")
  refused_file(written(c(0xd0, 0xcf, 0x11, 0xe0, 1:9)), "CSV")
  refused_file(tempfile(), "cannot be read")
  refused_file(written(0), "cannot be read")
  tar <- as.raw(rep(65, 600))
  tar[258:262] <- charToRaw("ustar")
  refused_file(written(tar), "archive")
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
    \(file) read_lir(file, file), \(file) read_casework(list(file)),
    \(file) read_scores(gzfile(file)), \(file) read_scores(whole, file),
    \(file) lr_set(lr_chunks(file, chunk_rows = 1000), same ~ llr, scale = "ln"),
    \(file) conclusion_set(file)
  )
  for (door in doors) {
    expect_no_warning(expect_error(door(half), "breaks off", class = "calibrant_error_file"))
  }
  twice <- written(c(bytes, bytes), ".gz")
  skip_if(!nzchar(Sys.which("gzip")))
  expect_length(text_lines(read_bytes(twice)), 2 * length(lines))
  skip_on_os("windows")
  failing <- paste0("cat ", shQuote(whole), " | gzip -dc; exit 3")
  refused_file(pipe(failing), "status")
  expect_length(text_lines(read_bytes(pipe(paste("gzip -dc", shQuote(whole))))), length(lines))
})
