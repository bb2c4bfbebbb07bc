test_that("decisions cost what was decided", {
  # Two of ten H1 trials missed, one of twenty H2 trials accepted.
  decided <- c(rep(TRUE, 8), FALSE, FALSE, TRUE, rep(FALSE, 19))
  truth <- rep(c(TRUE, FALSE), c(10, 20))
  found <- dcf(decided, truth = truth, prior = c(0.01, 0.5), c_miss = c(10, 1))
  expect_equal(found, c(0.01 * 10 * 0.2 + 0.99 * 0.05, 0.5 * 0.2 + 0.5 * 0.05))
  expect_equal(dcf(decided, truth = truth, prior = 0), 0.05)
  expect_equal(dcf(decided, truth = truth, prior = 0.5, normalised = TRUE), 0.25)
  both <- dcf(c(decided, !decided), truth = c(truth, truth), system = rep(c("a", "b"), each = 30))
  expect_equal(both, c(a = 0.125, b = 0.875))
  expect_error(dcf(c(TRUE, NA), truth = c(TRUE, FALSE)), class = "calibrant_error_input")
})

test_that("is the weighted sum of the error rates at the Bayes threshold", {
  for (seed in 1:4) {
    x <- tied_set(seed, weights = seed > 2)
    prior <- c(0.01, 0.5, 0.7)
    expect_equal(dcf(x, prior, 10, 3), vapply(prior, \(p) dcf_reference(x, p, 10, 3), 0))
  }
})

test_that("the minimum is over all thresholds (thesis, eq. 7.21 and 7.25)", {
  for (seed in 1:6) {
    x <- tied_set(seed, weights = seed > 3)
    prior <- c(0, 0.001, 0.2, 0.5, 0.5, 0.93, 1)
    expect_equal(dcf_min(x, prior, 2, 1), vapply(prior, \(p) min_dcf_reference(x, p, 2, 1), 0))
  }
})

test_that("the minimum depends on the order alone", {
  x <- tied_set(9)
  y <- lr_set(atan(x$value), x$truth, scale = "score")
  expect_equal(dcf_min(x, c(0.1, 0.5)), dcf_min(y, c(0.1, 0.5)))
  expect_equal(threshold_at(y, "dcf_min", 0.5), atan(threshold_at(x, "dcf_min", 0.5)))
})

test_that("no monotone recalibration costs less than the minimum (thesis, appendix C)", {
  withr::local_seed(10)
  x <- tied_set(10)
  values <- sort(unique(x$value))
  prior <- c(0.05, 0.4, 0.9)
  for (i in 1:30) {
    moved <- sort(stats::rnorm(length(values), sd = 3))[match(x$value, values)]
    y <- lr_set(moved, x$truth, scale = "ln")
    expect_true(all(dcf(y, prior, 2, 1) >= dcf_min(x, prior, 2, 1) - 1e-15))
  }
  calibrated <- predict(pav(x), x)
  expect_equal(dcf(calibrated, prior, 2, 1), dcf_min(x, prior, 2, 1))
})

test_that("normalised costs are relative to the prior alone (thesis, eq. 7.20 and 7.43)", {
  x <- tied_set(11)
  prior <- c(0.1, 0.5, 0.9)
  expect_equal(
    dcf(x, prior, 2, 1, normalised = TRUE),
    dcf(x, prior, 2, 1) / pmin(2 * prior, 1 - prior)
  )
  expect_true(all(dcf_min(x, prior, normalised = TRUE) <= 1))
  expect_true(all(dcf(x, prior) >= dcf_min(x, prior)))
  neutral <- ln_set(c(0, 0), 0)
  expect_equal(dcf(neutral, c(0.001, 0.5, 0.9), normalised = TRUE), c(1, 1, 1))
})

test_that("agrees on all scales", {
  x <- tied_set(12)
  for (scale in c("lr", "log2", "log10")) {
    f <- switch(scale, lr = exp, log2 = \(l) l / log(2), log10 = \(l) l / log(10))
    y <- lr_set(f(x$value), x$truth, scale = scale)
    expect_equal(dcf(y, c(0.137, 0.86)), dcf(x, c(0.137, 0.86)))
    expect_equal(threshold_at(y, "dcf_min", 0.137), threshold_at(x, "dcf_min", 0.137))
  }
})

test_that("has the three shapes of a measure", {
  one <- golden_g()
  two <- two_systems()
  expect_null(names(dcf(one)))
  expect_equal(names(dcf(two)), c("a", "b"))
  expect_equal(dim(dcf(two, c(0.1, 0.5, 0.9))), c(2, 3))
  expect_equal(
    dimnames(dcf(two, nist_operating_points("SRE 2016"))),
    list(c("a", "b"), c("SRE 2016 A", "SRE 2016 B"))
  )
  expect_equal(dcf_min(c(1, -1), c(TRUE, FALSE), scale = "score", prior = 0.3), 0)
  expect_error(dcf(one, numeric()), class = "calibrant_error_input")
})

test_that("refuses scores where calibration counts", {
  expect_error(dcf(score_set(1, 0)), class = "calibrant_error_score")
  expect_silent(dcf_min(score_set(1, 0)))
  expect_error(dcf(golden_g(), normalised = NA), class = "calibrant_error_input")
})

test_that("normalised costs need a prior that says not all", {
  x <- simulate_lr(20, 20, s = 2)
  for (prior in 0:1) {
    expect_error(dcf_table(x, prior = c(0.5, prior)), "inside", class = "calibrant_error_input")
    expect_error(dcf(x, prior, normalised = TRUE), "inside", class = "calibrant_error_input")
    expect_error(dcf_min(x, prior, normalised = TRUE), "inside", class = "calibrant_error_input")
    expect_identical(dcf_table(x, prior = prior, normalised = FALSE)$dcf, 0)
  }
})
