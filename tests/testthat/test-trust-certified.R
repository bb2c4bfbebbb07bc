test_that("all certified values are right to 13 digits", {
  judged <- judge_certified()
  expect_gt(nrow(judged), 700)
  short <- judged[judged$digits < 13, ]
  expect_identical(paste(short$set, short$quantity, short$found), character())
})

test_that("a wrong digit is seen", {
  value <- c(1, 1, NaN, 2, 0)
  found <- right_digits(c(1, 1 + 1e-10, NaN, Inf, 5e-16), value, pmax(value, 1))
  expect_equal(found, c(16, 10, 16, 0, -log10(5e-16)), tolerance = 1e-6)
  expect_identical(certified_unit(c("cllr", "cllr_cal", "iv_upper"), c(0.3, 0.1, 0.2), rep(0.3, 3)),
    c(0.3, 0.3, 1))
})

test_that("the script judges the answers of any program", {
  python <- Sys.which("python3")
  skip_if(!nzchar(python), "python3 is not there")
  answers <- read_certified("values.csv")
  file <- withr::local_tempfile(fileext = ".csv")
  judge <- \() suppressWarnings(
    system2(python, c(certified_file("judge.py"), file), stdout = TRUE, stderr = FALSE)
  )
  utils::write.csv(answers, file, row.names = FALSE)
  said <- judge()
  expect_null(attr(said, "status"))
  expect_true("cllr_cal,36,36,16.0" %in% sub("\r", "", said))
  answers$value[answers$quantity == "auc"][2] <- "0.7"
  utils::write.csv(answers, file, row.names = FALSE)
  expect_identical(attr(judge(), "status"), 1L)
})
