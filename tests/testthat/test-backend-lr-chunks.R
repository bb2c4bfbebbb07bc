good <- data.frame(llr = c(1, 2, -1, 0.5), same = c("yes", "yes", "no", "no"), group = "a", w = 1)

test_that("text is read in chunks, with or without the columns that nobody needs", {
  file <- withr::local_tempfile(fileext = ".csv")
  data <- data.frame(
    note = "a, b", same = rep(c(TRUE, FALSE), c(40, 60)), llr = c(seq(-1, 3, length.out = 39), Inf,
      seq(-3, 1, length.out = 60)),
    kind = rep(c("x", "y"), 50)
  )
  x <- lr_set(same ~ llr | kind, data = data, scale = "ln")
  for (write in list(utils::write.csv, utils::write.csv2)) {
    if (identical(write, utils::write.csv2)) data$llr <- round(data$llr)
    x <- lr_set(same ~ llr | kind, data = data, scale = "ln")
    write(data, file, row.names = FALSE)
    for (columns in list(NULL, c("same", "llr", "kind"))) {
      reader <- lr_chunks(file, columns = columns, chunk_rows = 7)
      far <- lr_set(reader, same ~ llr | kind, scale = "ln")
      expect_identical(levels(far), c("x", "y"))
      expect_identical(cllr_min(far), cllr_min(x))
      expect_equal(counts_of(systems_of(far)$y), counts_of(systems_of(x)$y))
    }
  }
  expect_output(print(reader), basename(file), fixed = TRUE)
  expect_error(lr_chunks("no such file"), class = "calibrant_error_input")
  expect_error(lr_chunks(file, columns = "other"), class = "calibrant_error_input")
  zipped <- withr::local_tempfile(fileext = ".csv.gz")
  connection <- gzfile(zipped, "wt")
  utils::write.csv(data, connection, row.names = FALSE)
  close(connection)
  expect_identical(
    cllr_min(lr_set(lr_chunks(zipped, chunk_rows = 9), same ~ llr | kind, scale = "ln")),
    cllr_min(x)
  )
})

test_that("a query is read by its cursor, and the connection stays open", {
  skip_if_not_installed("RSQLite")
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr::defer(DBI::dbDisconnect(con))
  x <- random_set(1, n_h1 = 200, n_h2 = 300)
  DBI::dbWriteTable(con, "trials", data.frame(llr = x$value, same = as.integer(x$truth)))
  far <- lr_set(
    lr_chunks(con, "SELECT llr, same FROM trials", chunk_rows = 60), same ~ llr, scale = "ln"
  )
  expect_identical(cllr_min(far), cllr_min(x))
  expect_equal(far$labels, c(h1 = "1", h2 = "0"))
  expect_true(DBI::dbIsValid(con))
  expect_error(
    lr_set(lr_chunks(con, "SELECT nothing FROM nowhere"), same ~ llr, scale = "ln"),
    class = "calibrant_error_reader"
  )
})

test_that("a pass tells how far it is", {
  shares <- numeric()
  withr::local_options(calibrant.progress = \(share) shares <<- c(shares, share))
  chunks <- list(good, good, good, good)
  at <- 0
  reader <- lr_chunks(\() {
    at <<- at + 1
    if (at <= 4) chunks[[at]]
  }, \() at <<- 0, rows = 16)
  lr_set(reader, same ~ llr, scale = "ln", h1 = "yes")
  expect_equal(shares, 1:4 / 4)
})

test_that("the end of a file's name tells its format, and each has its own arguments", {
  expect_identical(format_by_name("a.parquet"), "parquet")
  expect_identical(format_by_name(c("a", "b")), "parquet")
  expect_identical(format_by_name(tempdir()), "parquet")
  expect_identical(format_by_name("a.H5"), "hdf5")
  expect_identical(format_by_name("a.csv.gz"), "text")
  file <- withr::local_tempfile(lines = c("llr,same", "1,TRUE", "-1,FALSE"), fileext = ".h5")
  expect_length(lr_set(lr_chunks(file, format = "text"), same ~ llr, scale = "ln"), 2)
  expect_error(lr_chunks(file, format = "xml"), class = "calibrant_error_input")
  expect_error(lr_chunks(file, sep = ","), class = "calibrant_error_dots")
  expect_error(lr_chunks(file, "llr", format = "text"), class = "calibrant_error_dots")
  expect_error(lr_chunks(character()), class = "calibrant_error_file")
  expect_error(lr_chunks(\() NULL, rewind = 1), class = "calibrant_error_input")
  expect_error(lr_chunks(\() NULL, \() NULL, also = 1), class = "calibrant_error_dots")
})
