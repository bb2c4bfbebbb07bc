sets <- withr::with_seed(5, lapply(c(1.2, 2, 3), \(s) simulate_lr(30, 60, s = s)))
x <- do.call(c, c(sets, pool = TRUE))
laboratory <- rep(c("A", "B", "C"), each = 90)
between <- withr::with_seed(6, measures_by(
  x, laboratory, c("cllr", "cllr_min", "eer"), replicates = 60, random = TRUE
))

test_that("the sentence has the numbers of the rows", {
  said <- explain(between)
  expect_length(said, 3)
  rows <- between[between$measure == "cllr", ]
  at <- \(condition, column) format_number(rows[[column]][rows$condition == condition])
  expect_match(said[1], paste("standard deviation is", at("between", "estimate")), fixed = TRUE)
  expect_match(
    said[1], paste("between", at("new", "lower"), "and", at("new", "upper")), fixed = TRUE
  )
  percent <- format_number(100 * between$estimate[between$measure == "eer"][4])
  expect_match(said[3], paste("conditions is", percent), fixed = TRUE)
})

test_that("without random effects there is nothing to explain", {
  expect_error(explain(measures_by(x, laboratory, "cllr")), class = "calibrant_error_input")
})
