sets <- withr::with_seed(5, lapply(c(1.2, 2, 3), \(s) simulate_lr(30, 60, s = s)))
x <- do.call(c, c(sets, pool = TRUE))
laboratory <- rep(c("A", "B", "C"), each = 90)
between <- withr::with_seed(6, measures_by(
  x, laboratory, c("cllr", "cllr_min", "eer"), replicates = 60, random = TRUE
))

test_that("a table prints as that of measures(), with notes below", {
  withr::local_options(width = 200)
  withr::local_seed(1)
  x <- simulate_lr(60, 300, s = 2)
  condition <- rep_len(c("a", "b", "c", "d"), length(x))
  table <- measures_by(x, replace(condition, 1, "lone"), c("cllr", "eer"))
  shown <- utils::capture.output(print(table))
  expect_length(shown, 2 + nrow(table))
  expect_match(shown[1], "condition +system +n_h1 +n_h2 +measure +estimate +std_error")
  expect_match(shown[6], sprintf(" %s ", even_number(table$estimate[table$condition == "c"][1])))
  expect_match(grep("lone", shown, value = TRUE)[1], "1 +0 +cllr +-")
  expect_identical(shown[length(shown)], "In bits: cllr.")
  few <- utils::capture.output(suppressWarnings(print(measures_by(
    x[c(1:3, 61:64, 4:60, 65:90)], rep(c("a", "b"), c(7, 83)), "eer", replicates = 20
  ))))
  expect_match(few, "^\\(a\\) No interval", all = FALSE)
  expect_no_match(few, "few trials|<NA>")
  table$note[1] <- "closer"
  expect_match(utils::capture.output(print(table)), "less than their errors explain", all = FALSE)
  for (one in list(table, measures_by(x, condition, "cllr", replicates = 20, random = TRUE))) {
    expect_no_match(utils::capture.output(print(one)), "[0-9][.][0-9]{6}|NA")
    expect_no_error(knitr::knit_print(one))
  }
})

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
