number <- function(x) format(signif(x, 3))

test_that("says what is needed before and after the evidence", {
  x <- set_of(c(2, 1, 3, -1), c(-2, -1, 0.5, -3))
  text <- explain(x, prior = 0.1)
  expect_s3_class(text, "lr_explanation")
  expect_length(text, 1)
  ece <- cross_entropy(x, 0.1)
  for (phrase in c(
    "4 trials in which H1 is true", "4 in which H2 is true",
    "prior probability of H1 of 0.1", "1 to 9", "0.469 bits on average",
    paste(number(ece), "bits: the LRs deliver"),
    paste("deliver", number(cross_entropy_null(0.1) - ece), "bits"),
    paste("perfect calibration it would take", number(cross_entropy_min(x, 0.1)), "bits"),
    paste("Calibration costs", number(ece - cross_entropy_min(x, 0.1)), "bits")
  )) {
    expect_match(text, phrase, fixed = TRUE)
  }
})

test_that("puts the odds the right way round", {
  x <- set_of(1, -1)
  expect_match(explain(x, prior = 0.75), "prior odds 3 to 1", fixed = TRUE)
  expect_match(explain(x, prior = 0.2), "prior odds 1 to 4", fixed = TRUE)
  expect_match(explain(x), "prior odds 1 to 1", fixed = TRUE)
})

test_that("says when LRs do not help", {
  text <- explain(set_of(c(-1, 1), c(2, -1)))
  expect_match(text, "ignoring them would be better")
  expect_match(text, "no prior at which the LRs are better")
})

test_that("says where LRs are useful", {
  expect_match(explain(set_of(1, -1)), "at every prior")
  x <- set_of(c(2, 1, 2, 1, -2.4), c(-2, -1, -2, -1, 2.3))
  ends <- unlist(useful_range(x)[2:3])
  expect_match(
    explain(x), sprintf("log10 prior odds from %s to %s", number(ends[1]), number(ends[2])),
    fixed = TRUE
  )
})

test_that("blames calibration or discrimination", {
  withr::local_seed(1)
  good <- simulate_lr(3000, 3000, s = 1)
  expect_match(explain(good), "only better discrimination would help")
  off <- lr_set(good$value + 0.4, good$truth, scale = "log10")
  expect_match(explain(off), "lack of discrimination, and recalibration would remove the rest")
  timid <- simulate_lr(3000, 3000, s = 4, stretch = 0.15)
  expect_match(explain(timid), "most of the loss is bad calibration")
  wild <- lr_set(8 * good$value, good$truth, scale = "log10")
  expect_match(explain(wild), "without this loss the LRs would help")
})

test_that("says that the need is infinite, without a warning on top", {
  x <- set_of(c(-Inf, 1), -1)
  text <- suppressWarnings(explain(x), classes = "calibrant_warning_infinite")
  expect_match(text, "infinite, because some trials were certain and wrong")
  expect_false(grepl("Calibration costs", text))
})

test_that("has a paragraph per system and prior", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  text <- explain(x, prior = c(0.01, 0.5))
  expect_length(text, 4)
  expect_match(text[1:2], "System mvn")
  expect_match(text[3:4], "System mvk")
  expect_match(text[c(1, 3)], "H1 of 0.01")
  expect_match(text[1], "19 900", fixed = TRUE)
})

test_that("prints wrapped paragraphs", {
  withr::local_options(width = 60)
  text <- explain(set_of(1, -1), prior = c(0.1, 0.5))
  output <- capture.output(shown <- withVisible(print(text)))
  expect_identical(shown$value, text)
  expect_false(shown$visible)
  expect_true(all(nchar(output) < 60))
  paragraphs <- grep("^The system was tested", output)
  expect_length(paragraphs, 2)
  expect_equal(output[paragraphs[2] - 1], "")
})

test_that("takes what lr_set() takes and refuses certain priors and scores", {
  expect_equal(
    explain(c(1, -1), truth = c(TRUE, FALSE), scale = "ln", prior = 0.2),
    explain(set_of(1, -1), prior = 0.2)
  )
  for (prior in list(0, 1, 2, NA, "a")) {
    expect_error(explain(set_of(1, -1), prior = prior), class = "calibrant_error_input")
  }
  expect_error(explain(set_of(1, -1, scale = "score")), class = "calibrant_error_score")
})
