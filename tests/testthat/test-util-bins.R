# Posteriors in tenths, as literals and after conversion from log odds.
tenths <- function() c(.1, .2, .3, .4, .5, .6, .7, .8, .9)

# Ten forecasts for each tenth, of which this share comes true.
calibrated_forecaster <- function() {
  q <- rep(tenths(), each = 10)
  lr_set(stats::qlogis(q), truth = rep(1:10, 9) <= 10 * q + 1e-9, scale = "ln")
}

test_that("borders of bins are the doubles that literals stand for", {
  expect_identical(unit_breaks(10), c(0, tenths(), 1))
  expect_identical(unit_breaks(1), c(0, 1))
})

test_that("a posterior on a border is in the bin above", {
  curve <- reliability_curve(calibrated_forecaster(), prior = 0.5)
  expect_equal(curve$posterior_min, tenths())
  expect_equal(curve$observed, tenths())
  histogram <- posterior_histogram(calibrated_forecaster(), prior = 0.5, bins = 10)
  expect_equal(histogram$n_h1 + histogram$n_h2, rep(c(0, 10), c(1, 9)))
  expect_equal(
    posterior_histogram(lr_set(c(Inf, -Inf), c(TRUE, FALSE), scale = "ln"), bins = 3)$n_h1,
    c(0, 0, 1)
  )
})

test_that("a calibrated forecaster in tenths has no calibration loss in bins", {
  losses <- rule_decomposition(calibrated_forecaster(), "brier", bins = 10)
  expect_equal(losses$calibration, 0)
  expect_equal(losses$refinement, mean(tenths() * (1 - tenths())))
})

test_that("many classes share the borders", {
  p <- cbind(a = tenths(), b = 1 - tenths())
  x <- loglik_set(p, truth = rep(c("a", "b"), length.out = 9), scale = "prob")
  curve <- reliability_curve(x)
  expect_equal(curve$posterior_min[curve$class == "a"], tenths())
})
