test_that("it is the ratio of two literal kernel densities", {
  set.seed(1)
  h1 <- rnorm(30, 1)
  h2 <- round(rnorm(50, -1), 1)
  fit <- calibrate(ln_trials(h1, h2), "kde")
  density <- \(x, at) vapply(x, \(x) mean(dnorm(x, at, bw.nrd0(at))), 0)
  at <- c(-2, 0.3, 2)
  expect_equal(predicted(fit, at, type = "lr"), density(at, h1) / density(at, h2))
  expect_equal(unname(coef(fit)), c(bw.nrd0(h1), bw.nrd0(h2)))
})

# Logarithms of weighted sums of kernels, even if all terms underflow.
literal_density <- function(x, at, n, bandwidth) {
  vapply(x, \(x) {
    terms <- dnorm(x, at, bandwidth, log = TRUE) + log(n / sum(n))
    max(terms) + log(sum(exp(terms - max(terms))))
  }, 0)
}

expect_literal_ratio <- function(fit, x, h1, h2, n_h1 = 1 + 0 * h1, n_h2 = 1 + 0 * h2) {
  b <- coef(fit)
  literal <- literal_density(x, h1, n_h1, b[[1]]) - literal_density(x, h2, n_h2, b[[2]])
  found <- predicted(fit, x, type = "ln")
  expect_lt(max(abs(found - literal) / pmax(1, abs(literal))), 2e-13)
}

test_that("many trials give the density that all of them have, in the tails as well", {
  set.seed(2)
  h1 <- c(round(rnorm(3000, 2), 2), rnorm(2000, 2), 30, 90)
  h2 <- c(rnorm(4000, -1), -40)
  x <- c(-40, -7, -3, 0.123, 2, 4.5, 25, 28.5, 31, 60, 89, 90)
  for (bandwidth in list("rule", c(0.3, 0.1), 0.01, 5)) {
    fit <- calibrate(ln_trials(h1, h2), "kde", bandwidth = bandwidth)
    expect_literal_ratio(fit, x, h1, h2)
    expect_identical(predicted(fit, c(-Inf, rep(x, 500), Inf)),
      c(-Inf, rep(predicted(fit, x), 500), Inf))
  }
})

test_that("hypotheses that are far apart have literal ratios", {
  h1 <- seq(0, 1, length.out = 3000)
  h2 <- seq(-4, -3, length.out = 2000)
  fit <- calibrate(ln_trials(h1, h2), "kde", bandwidth = 0.02)
  expect_literal_ratio(fit, seq(-4, 1, length.out = 41), h1, h2)
})

test_that("weights of many trials count", {
  set.seed(3)
  x <- rnorm(6000, rep(c(1, -1), 3000))
  weight <- rexp(6000)
  h1 <- rep(c(TRUE, FALSE), 3000)
  fit <- calibrate(lr_set(x, h1, scale = "ln", weight = weight), "kde", bandwidth = 0.2)
  expect_literal_ratio(fit, range(x), x[h1], x[!h1], weight[h1], weight[!h1])
  expect_literal_ratio(fit, -3:3 / 2, x[h1], x[!h1], weight[h1], weight[!h1])
})

test_that("few trials give many values the ratios that they give few", {
  set.seed(4)
  h1 <- rnorm(200, 1)
  h2 <- rnorm(300, -1)
  fit <- calibrate(ln_trials(h1, h2), "kde")
  x <- seq(min(h2), max(h1), length.out = 5000)
  some <- seq(1, 5000, by = 101)
  expect_equal(predicted(fit, x)[some], predicted(fit, x[some]), tolerance = 1e-13)
})

test_that("no bandwidth makes a LR that is not a number", {
  x <- ln_trials(c(0, 1, 2.5), c(-2, -1, 1.25))
  for (bandwidth in c(1e-320, 1e-305)) {
    expect_error(calibrate(x, "kde", bandwidth = bandwidth), class = "calibrant_error_bandwidth")
    expect_error(cross_calibrate(x, "kde", folds = 2, bandwidth = bandwidth),
      class = "calibrant_error_bandwidth")
  }
  for (bandwidth in c(1e-290, 1e-200, 1e-100, 1e-10, 1e10, 1e300)) {
    llr <- predicted(calibrate(x, "kde", bandwidth = bandwidth), seq(-3, 3, by = 0.25), type = "ln")
    expect_true(all(is.finite(llr)))
  }
  # Nearer to a trial of H1 than to any of H2, by the square of the distances.
  llr <- predicted(calibrate(x, "kde", bandwidth = 1e-100), 0.25, type = "ln")
  expect_equal(llr, (1 - 0.0625) / 2 * 1e200)
})

test_that("beyond the trials the LR of the nearest is kept, infinities are copied", {
  fit <- calibrate(ln_trials(c(0, 1, 2), c(-2, -1, 1)), "kde")
  ends <- predicted(fit, c(-2, 2))
  expect_identical(predicted(fit, c(-Inf, -50, 50, Inf)), c(-Inf, ends, Inf))
})

test_that("the bandwidth may be given, and must be where it cannot be found", {
  x <- ln_trials(1, c(-1, 0, 2))
  expect_error(calibrate(x, "kde"), class = "calibrant_error_constant")
  fit <- calibrate(x, "kde", bandwidth = c(1, 0.5))
  expect_equal(predicted(fit, 0, type = "lr"), dnorm(0, 1) / mean(dnorm(0, c(-1, 0, 2), 0.5)))
  for (wrong in list(c(1, 2, 3), -1, NA_real_, Inf)) {
    expect_error(calibrate(x, "kde", bandwidth = wrong), class = "calibrant_error_input")
  }
})

test_that("the bandwidth of a value that is mostly the same falls back on the deviation", {
  at <- c(rep(0, 20), 5)
  expect_equal(calibrant:::silverman_bandwidth(c(0, 5), c(20, 1)), bw.nrd0(at))
})

test_that("the unit of weights moves no bandwidth by rounding", {
  set.seed(13)
  h <- rep(c(TRUE, FALSE), c(50, 100))
  s <- rnorm(150, ifelse(h, 2, -2), 2)
  for (weight in list(rep(1, 150), rep(1:3, 50))) {
    found <- lapply(c(1, 0.01, 0.3, 1 / 7), \(unit) {
      predict(calibrate(lr_set(s, h, scale = "ln", weight = unit * weight), "kde"), -2:2)
    })
    for (one in found[-1]) expect_equal(one, found[[1]], tolerance = 1e-12)
  }
})
