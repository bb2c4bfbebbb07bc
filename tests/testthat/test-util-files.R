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

test_that("files may have the names that R gives to connections", {
  withr::local_dir(withr::local_tempdir())
  fit <- calibrate(lr_set(c(1, 3, 2, 4), c(FALSE, FALSE, TRUE, TRUE), scale = "score"), penalty = 1)
  write_calibrant(fit, "fit.json")
  cells <- c("s,t", "1,1", "-1,0", "2,1", "-2,0")
  expected <- cllr(lr_set(c(1, -1, 2, -2), c(1, 0, 1, 0), scale = "ln"))
  withr::local_options(calibrant.sure = TRUE)
  for (name in special_files) {
    writeLines(cells, "trials.csv")
    file.rename("trials.csv", name)
    read <- read_scores(name, scale = "ln", columns = c(score = "s", truth = "t"))
    expect_identical(cllr(read), expected)
    expect_identical(cllr(lr_set(lr_chunks(name), t ~ s, scale = "ln")), expected)
    file.copy("fit.json", name, overwrite = TRUE)
    expect_identical(coef(read_calibrant(name)), coef(fit))
  }
})
