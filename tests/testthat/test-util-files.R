expect_file_error <- function(code) expect_error(code, class = "calibrant_error_file")

test_that("a file that is read must be there", {
  file <- withr::local_tempfile(lines = "a")
  expect_no_error(check_file(file))
  for (wrong in list(paste0(file, "x"), 1, NULL, c(file, file))) {
    expect_file_error(check_file(wrong))
  }
})

test_that("the type of a file is the end of its name, in any case", {
  expect_identical(file_type("report.HTML", c("html", "docx")), "html")
  for (wrong in list("report", "report.pdf", 1, NULL)) {
    expect_file_error(file_type(wrong, c("html", "docx")))
  }
})

test_that("a fingerprint is that of the bytes in UTF-8", {
  expect_identical(
    hash_text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  )
  latin <- iconv("\u00fc", "UTF-8", "latin1")
  expect_identical(hash_text(latin), hash_text("\u00fc"))
})

test_that("a file that is not named at all is asked for", {
  x <- simulate_lr(20, 20, s = 2)
  for (ask in expression(
    validation_report(x), read_calibrant(), write_calibrant(calibrate(x)),
    write_calibrant(validation_plan(accuracy = "cllr < 1")), write_calibrant(monitor()),
    write_calibrant(lr_tally(x))
  )) {
    expect_error(eval(ask), "must be given", class = "calibrant_error_input")
  }
})
