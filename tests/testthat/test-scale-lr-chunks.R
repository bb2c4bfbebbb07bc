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

test_that("the end of a file's name tells its format, and each has its own arguments", {
  expect_identical(format_by_name("a.parquet"), "parquet")
  expect_identical(format_by_name(c("a.parquet", "b.parquet")), "parquet")
  expect_identical(format_by_name(c("a", "b")), "text")
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

test_that("a name that is too long for a file is an error, without a warning of R", {
  long <- strrep("x", 20000)
  expect_no_warning(expect_error(lr_chunks(long), class = "calibrant_error"))
  expect_no_warning(expect_error(lr_chunks(long, "a"), class = "calibrant_error"))
})

test_that("text among the numbers of a query is refused, and not read as 0", {
  skip_if_not_installed("RSQLite")
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr::defer(DBI::dbDisconnect(con))
  DBI::dbExecute(con, "CREATE TABLE e (l REAL, h INTEGER)")
  DBI::dbExecute(con, "INSERT INTO e VALUES (2, 1), (1, 1), (-1, 0), (-2, 0)")
  chunks <- \() lr_chunks(con, query = "SELECT l, h FROM e", chunk_rows = 3)
  expect_identical(cllr(lr_set(chunks(), h ~ l, scale = "ln")), cllr(c(2, 1, -1, -2),
    c(TRUE, TRUE, FALSE, FALSE), scale = "ln"))
  DBI::dbExecute(con, "INSERT INTO e VALUES ('NA', 1), (3, 1)")
  expect_error(lr_set(chunks(), h ~ l, scale = "ln"), class = "calibrant_error_text")
})
