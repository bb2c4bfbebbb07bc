test_that("damaged bounds are refused, and bound nothing else", {
  skip_unless_extended()
  x <- withr::with_seed(1, simulate_lr(30, 40, s = 2))
  verbs <- list(
    predict = \(bound) predict(bound, c(-3, 2)), print = print, coef = coef, tidy = tidy
  )
  for (bound in list(bound_lr(x), bound_lr(calibrate(x)), bound_lr(x, method = "iv"))) {
    check_intact_bound(bound)
    copies <- damaged_copies(bound, depth = 2)
    # Trials have checks of their own, and calibrations have tests of their own.
    expect_refused(some_of(copies, 60), verbs, predict(bound, c(-3, 2)), bound$method)
  }
})

test_that("a bound allows an LR of 1", {
  bound <- bound_lr(withr::with_seed(1, simulate_lr(30, 40, s = 2)))
  for (end in c("lower", "upper")) {
    damaged <- bound
    damaged$bounds[[end]] <- -bound$bounds[[end]]
    expect_error(predict(damaged, 1), class = "calibrant_error_damaged")
  }
})

test_that("measures of bounds are refused with the call that has them", {
  x <- two()["a"]
  b <- bound_lr(x)
  expect_error(measures(b), "predict(x)", fixed = TRUE, class = "calibrant_error_input")
  expect_error(cllr(calibrate(x)), "predict(x)", fixed = TRUE, class = "calibrant_error_input")
  for (word in c("llr_upper_bound", "llr_lower_bound", "ELUB", "iv")) {
    expect_error(measures(x, word), "tidy(bound_lr(x))", fixed = TRUE)
  }
  expect_s3_class(measures(predict(b), "cllr", replicates = 20), "measures")
})
