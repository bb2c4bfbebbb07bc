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
