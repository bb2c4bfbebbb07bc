set.seed(1)
x <- overlapping_set()
fit <- calibrate(x)

test_that("LRs that so few trials cannot support are pointed out, once", {
  six <- lr_set(list(h1 = c(2.1, 3.4, 4.0), h2 = c(-1.2, .3, .9)), scale = "score")
  for (method in c("kde", "gaussian")) {
    fit <- calibrate(six, method)
    expect_warning(predict(fit, c(-1, 2, 4)), class = "calibrant_warning_extrapolation")
    expect_warning(predict(fit, data.frame(score = c(-1, 2, 4)), type = "posterior"),
      class = "calibrant_warning_extrapolation")
    expect_no_warning(predict(fit, 1.5))
    # Only trials far beyond the training range give a warning; those under normal densities do not.
    if (method == "gaussian") expect_no_warning(predict(fit, six))
    expect_output(print(fit), "bound_lr")
    expect_no_warning(predict(bound_lr(fit, "limits", limits = c(-1, 1)), c(-1, 2, 4)))
  }
  limit <- calibrant:::bearable(c(h1 = 9, h2 = 99))
  expect_equal(unname(limit), log(c(1 / 10, 100)))
  many <- calibrate(simulate_lr(1e4, 1e4, s = 1))
  expect_no_warning(predict(many, c(-1, 1)))
  expect_no_match(capture.output(print(many)), "bound_lr")
  # Infinite values were certain before calibration.
  expect_no_warning(predict(many, c(-Inf, Inf)))
})

test_that("kernel densities far beyond their data are told of in sets too", {
  x <- simulate_lr(60, 300, s = 2)
  scores <- lr_set(x$value, x$truth, scale = "score", system = "a")
  far <- lr_set(c(x$value, -40, 40), c(x$truth, FALSE, TRUE), scale = "score", system = "a")
  fit <- calibrate(scores, "kde")
  expect_warning(predict(fit, far), class = "calibrant_warning_extrapolation")
  expect_warning(cross_calibrate(far, "kde", folds = 2), class = "calibrant_warning_extrapolation")
  expect_no_warning(summary(fit))
  expect_no_warning(bound_lr(fit))
  expect_no_warning(predict(calibrate(scores), scores))
})
