test_that("separable trials are refused, and penalty helps", {
  separable <- list(
    ln_trials(c(1, 2), c(-1, 0)), ln_trials(1, -1),
    ln_trials(c(1, 2), c(1, 0)), ln_trials(0, c(1, 2))
  )
  for (x in separable) {
    expect_error(calibrate(x), class = "calibrant_error_separable")
    expect_error(calibrate(x, "bigaussian"), class = "calibrant_error_separable")
    expect_true(all(is.finite(coef(suppressWarnings(calibrate(x, penalty = 0.1))))))
  }
})

test_that("what cannot be calibrated is refused", {
  x <- ln_trials(c(1, 2, 0), c(-1, 0.5))
  expect_error(calibrate(ln_trials(c(1, 1), 1)), class = "calibrant_error_constant")
  expect_error(calibrate(ln_trials(c(1, 1), 1), "gaussian"), class = "calibrant_error_constant")
  expect_error(calibrate(c(1, NaN), truth = c(TRUE, FALSE), scale = "ln"),
    class = "calibrant_error_input")
  expect_error(calibrate(1:2, truth = c(TRUE, TRUE), scale = "ln"),
    class = "calibrant_error_one_class")
  expect_error(calibrate(x, "magic"), class = "calibrant_error_input")
  expect_error(calibrate(x, "pav", penalty = 1), class = "calibrant_error_input")
  expect_error(calibrate(x, "kde", bandwidth = 0), class = "calibrant_error_input")
  expect_error(calibrate(x, "pav", infinite = "hide"), class = "calibrant_error_input")
  expect_error(calibrate(x, penalty = -1), class = "calibrant_error_input")
  for (prior in list(0, 1, NA_real_, c(0.1, 0.2))) {
    expect_error(calibrate(x, prior = prior), class = "calibrant_error_input")
  }
})

test_that("the spread of a class is that of its trials one by one", {
  u <- cbind(a = c(1, -2, 0.5), b = c(0, 3, 1))
  n <- c(4, 1, 2)
  trials <- u[rep(1:3, n), ]
  expect_equal(class_spread(u, n, 7), stats::cov(trials) * 6 / 7 / 7)
})
