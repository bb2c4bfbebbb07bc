test_that("a set remembers what was left out, also in a part of it", {
  value <- c(2, NA, 1, -1, -2, NA)
  truth <- c(TRUE, TRUE, TRUE, FALSE, FALSE, FALSE)
  x <- suppressMessages(lr_set(value, truth, scale = "log10", na = "drop"))
  expect_output(print(x), "Left out: 2 of 6 trials", fixed = TRUE)
  expect_output(print(x[c(1, 3)]), "Left out: 2 of 6 trials", fixed = TRUE)
})

test_that("a set without provenance has no attribute for it", {
  expect_null(attr(lr_set(c(1, -1), c(TRUE, FALSE), scale = "log10", sure = TRUE), "provenance"))
})

test_that("probabilities are drawn at the prior that they were made with", {
  p <- c(0.9, 0.3, 0.2, 0.05, 0.1, 0.6)
  truth <- c(TRUE, TRUE, FALSE, FALSE, FALSE, FALSE)
  x <- lr_set(p, truth, scale = "prob", prior = 0.2)
  expect_equal(reliability_curve(x), reliability_curve(x, prior = 0.2))
  expect_output(print(x), "at the prior 0.2", fixed = TRUE)
})

test_that("a calibration judged on its own trials is told, in any order, and no other", {
  set.seed(1)
  x <- simulate_lr(30, 60, s = 2)
  fit <- calibrate(x)
  expect_output(print(predict(fit, x)), "same trials that are judged")
  expect_output(print(predict(fit, rev(x))), "same trials that are judged")
  other <- capture.output(print(predict(fit, simulate_lr(30, 60, s = 2))))
  expect_no_match(paste(other, collapse = " "), "same trials that are judged")
})

test_that("probabilities are asked for as elsewhere", {
  fit <- calibrate(simulate_lr(30, 60, s = 2))
  asked <- \(type) predict(fit, c(-1, 1), type = type)
  expect_identical(asked("prob"), asked("posterior"))
})

test_that("own training is told in sentences and reports, and passes no criterion", {
  skip_if_not_installed("rmarkdown")
  x <- withr::with_seed(1, simulate_lr(80, 120, s = 3, stretch = 2))
  own <- predict(calibrate(x), x)
  other <- predict(calibrate(x), withr::with_seed(2, simulate_lr(80, 120, s = 3, stretch = 2)))
  expect_true(is_own_training(own))
  expect_false(is_own_training(other))
  expect_match(explain(own), "calibrated on these very comparisons")
  expect_no_match(explain(other), "very comparisons, so")
  plan <- validation_plan(accuracy = "cllr < 0.9", replicates = 40)
  expect_warning(judged <- validation_run(plan, own), class = "calibrant_warning_training")
  expect_identical(judged$decision, "undecided")
  expect_identical(validation_run(plan, other)$decision, "pass")
  file <- withr::local_tempfile(fileext = ".html")
  skip_if_not(rmarkdown::pandoc_available())
  suppressWarnings(validation_report(own, file, replicates = 20))
  html <- gsub("\\s+", " ", paste(readLines(file, warn = FALSE), collapse = " "))
  first_page <- sub("What was tested[?].*", "", html)
  expect_match(first_page, "calibrated on these very comparisons", fixed = TRUE)
})

test_that("notes follow systems through joins, parts and new names", {
  value <- c(2, NA, 1, -1, -2, 0.5)
  truth <- rep(c(TRUE, FALSE), each = 3)
  id <- letters[1:6]
  left <- suppressMessages(lr_set(value, truth, scale = "log10", na = "drop", id = id))
  whole <- lr_set(value[-2], truth[-2], scale = "log10", id = id[-2], sure = TRUE)
  both <- c(A = left, B = whole)
  expect_output(print(both), "A: Left out: 1 of 6 trials without LR (FALSE: 0, TRUE: 1): b",
    fixed = TRUE)
  expect_output(print(both), "matched by their identifiers", fixed = TRUE)
  expect_no_match(provenance_lines(both["B"]), "Left out")
  levels(both) <- c("B", "A")
  expect_match(provenance_lines(both), "^B: Left out", all = FALSE)
  expect_output(print(summary(both)), "Left out")
  expect_match(explain(left), "Left out of the data: ")
})

test_that("defaults take the prior of probabilities", {
  truth <- rep(c(TRUE, FALSE), c(3, 6))
  p <- c(0.9, 0.3, 0.4, 0.05, 0.1, 0.6, 0.2, 0.1, 0.3)
  x <- lr_set(p, truth, scale = "prob", prior = 0.2, sure = TRUE)
  expect_equal(as.vector(posterior(x)), p)
  expect_equal(augment(x)$.posterior, p)
  expect_identical(explain(x), explain(x, prior = 0.2))
  expect_identical(attr(summary(x), "prior"), 0.2)
})

test_that("new_data is newdata, and probabilities are asked for in every predict()", {
  x <- withr::with_seed(1, simulate_lr(40, 80, s = 2))
  y <- withr::with_seed(2, simulate_lr(40, 80, s = 2))
  fit <- calibrate(x)
  expect_identical(predict(fit, new_data = c(-1, 1)), predict(fit, c(-1, 1)))
  fusion <- suppressMessages(fuse(list(a = x, b = y)))
  new <- as.matrix(data.frame(a = 0.1, b = 0.2))
  expect_identical(predict(fusion, new_data = new, type = "prob"),
    predict(fusion, new, type = "posterior"))
  bound <- bound_lr(x)
  expect_identical(predict(bound, new_data = c(-9, 9)), predict(bound, c(-9, 9)))
})

test_that("a set says of which level its limits are, as long as it has them", {
  set.seed(1)
  fit <- calibrate(simulate_lr(30, 30, s = 2))
  set <- predict(fit, simulate_lr(20, 20, s = 2), level = 0.9)
  expect_output(print(set), "Limits of the LRs: 90 %, by trial.", fixed = TRUE)
  expect_identical(limits_level(set[1:5 * 8]), 0.9)
  bounded <- predict(bound_lr(set), set)
  expect_identical(limits_level(bounded), 0.9)
  expect_null(limits_level(predict(fit, set)))
  expect_false(any(grepl("Limits", provenance_lines(predict(fit, set)))))
})
