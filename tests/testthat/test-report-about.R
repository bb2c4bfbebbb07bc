test_that("what is not stated is marked, and what is stated stands as it is", {
  report <- report_of(reported_set()["mvk"], about = c(version = "mvk 1.0 <b>"))
  lines <- lines_of(report, "scope")
  expect_match(lines, "mvk 1.0 &#60;b&#62;", fixed = TRUE)
  n <- length(words_for("about"))
  expect_identical(lengths(regmatches(lines, gregexpr("not stated", lines))), n)
  expect_match(lines, "The fragments come from one")
})

test_that("a calibration that is known is told", {
  x <- reported_set()["mvk"]
  calibrated <- predict(calibrate(x), x)
  expect_match(paste(training_words(calibrated), collapse = " "), "logistic")
})

test_that("without clauses the hypotheses are told by the labels of the truth", {
  truth <- c("same gun", "other", "same gun", "other")
  x <- lr_set(c(2, -1, 1, -2), truth, "log10", h1 = "same gun")
  said <- conclusion_set(c("ID", "EX", "ID", "EX"), truth, h1 = "same gun",
    conclusions = c("EX", "ID"))
  for (set in list(x, said)) {
    expect_identical(report_sentence_hypotheses(set),
      c("H1: The truth is \"same gun\".", "H2: The truth is \"other\"."))
  }
  for (truth in list(c(1, 1, 0), c(TRUE, TRUE, FALSE), c("H1", "H1", "H2"), c("Hp", "Hp", "Hd"))) {
    x <- lr_set(c(2, 1, -1), truth, "log10", h1 = truth[1])
    expect_identical(report_sentence_hypotheses(x),
      sprintf("H%d: The truth is \"%s\".", 1:2, truth[c(1, 3)]))
  }
})
