test_that("it is the ratio of two literal kernel densities", {
  set.seed(1)
  h1 <- rnorm(30, 1)
  h2 <- round(rnorm(50, -1), 1)
  fit <- calibrate(ln_trials(h1, h2), "kde")
  density <- \(x, at) vapply(x, \(x) mean(dnorm(x, at, bw.nrd0(at))), 0)
  at <- c(-2, 0.3, 2)
  expect_equal(predict(fit, at, type = "lr"), density(at, h1) / density(at, h2))
  expect_equal(unname(coef(fit)), c(bw.nrd0(h1), bw.nrd0(h2)))
})

test_that("many trials give the same density as few points do", {
  set.seed(2)
  at <- sort(c(rnorm(5000), 30, 90))
  n <- rep(1, length(at))
  density <- calibrant:::class_density(at, n, 0.3, "H1", "", NULL)
  expect_lt(length(density$nodes$at), length(at))
  x <- c(-7, -3, 0.123, 2, 4.5, 25, 60, 90)
  literal <- vapply(x, \(x) {
    terms <- dnorm(x, at, 0.3, log = TRUE)
    max(terms) + log(mean(exp(terms - max(terms))))
  }, 0)
  expect_equal(calibrant:::log_density(density, x), literal, tolerance = 1e-13)
})

test_that("beyond the trials the LR of the nearest is kept, infinities are copied", {
  fit <- calibrate(ln_trials(c(0, 1, 2), c(-2, -1, 1)), "kde")
  ends <- predict(fit, c(-2, 2))
  expect_identical(predict(fit, c(-Inf, -50, 50, Inf)), c(-Inf, ends, Inf))
})

test_that("the bandwidth may be given, and must be where it cannot be found", {
  x <- ln_trials(1, c(-1, 0, 2))
  expect_error(calibrate(x, "kde"), class = "calibrant_error_constant")
  fit <- calibrate(x, "kde", bandwidth = c(1, 0.5))
  expect_equal(predict(fit, 0, type = "lr"), dnorm(0, 1) / mean(dnorm(0, c(-1, 0, 2), 0.5)))
  for (wrong in list(c(1, 2, 3), -1, NA_real_, Inf)) {
    expect_error(calibrate(x, "kde", bandwidth = wrong), class = "calibrant_error_input")
  }
})

test_that("the bandwidth of a value that is mostly the same falls back on the deviation", {
  at <- c(rep(0, 20), 5)
  expect_equal(calibrant:::silverman_bandwidth(c(0, 5), c(20, 1)), bw.nrd0(at))
})
