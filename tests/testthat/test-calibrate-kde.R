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

test_that("many trials give the same density as few points do", {
  set.seed(2)
  at <- sort(c(rnorm(5000), 30, 90))
  n <- rep(1, length(at))
  density <- calibrant:::class_density(at, n, 0.3, "H1", "")
  expect_lt(length(density$nodes$at), length(at))
  x <- c(-7, -3, 0.123, 2, 4.5, 25, 60, 90)
  literal <- vapply(x, \(x) {
    terms <- dnorm(x, at, 0.3, log = TRUE)
    max(terms) + log(mean(exp(terms - max(terms))))
  }, 0)
  found <- calibrant:::log_density(density, x)
  expect_equal(found$rest - found$distance^2 / 2, literal, tolerance = 1e-13)
})

test_that("far from many trials the density is that of all of them", {
  at <- seq(0, 1, length.out = 3000)
  density <- class_density(at, rep(1, length(at)), 0.05, "H1", "")
  exact <- replace(density, "nodes", list(density[c("at", "n")]))
  log_at <- \(density, x) {
    found <- log_density(density, x)
    found$rest - found$distance^2 / 2
  }
  far <- max(at) + c(5, 7, 20, 100) * density$bandwidth
  expect_equal(log_at(density, far), log_at(exact, far), tolerance = 1e-13)
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
