test_that("Cllr of the calibrated Gaussian system has its known values", {
  expect_equal(bigaussian_cllr(1:3), c(.8392527802, .5140558459, .2400209922), tolerance = 2e-10)
  expect_identical(bigaussian_cllr(c(none = 0, all = Inf)), c(none = 1, all = 0))
})

test_that("Cllr agrees with adaptive quadrature", {
  for (s in c(0.05, 0.7, 2.5, 6)) {
    cost <- \(l) log1p(exp(-l)) / log(2) * dnorm(l, s^2 / 2, s)
    known <- integrate(cost, s^2 / 2 - 12 * s, s^2 / 2 + 12 * s, rel.tol = 1e-11)$value
    expect_equal(bigaussian_cllr(s), known, tolerance = 1e-9)
  }
})

test_that("s is found from Cllr", {
  expect_equal(bigaussian_s(c(.8392527802, .5140558459, .2400209922)), 1:3, tolerance = 1e-9)
  s <- c(0.01, 0.4, 1, 5, 20, 40)
  expect_equal(bigaussian_s(bigaussian_cllr(s)), s, tolerance = 1e-10)
  expect_identical(bigaussian_s(c(1, 0)), c(0, Inf))
})

test_that("what is no Cllr and no s is refused", {
  for (wrong in list(-0.1, 1.1, NA_real_, "a")) {
    expect_error(bigaussian_s(wrong), class = "calibrant_error_input")
  }
  for (wrong in list(-1, NaN)) {
    expect_error(bigaussian_cllr(wrong), class = "calibrant_error_input")
  }
})

test_that("the quantile inverts the mixture, also far out", {
  share <- c(1e-300, 1e-20, 1e-3, 0.3, 0.5, 0.8)
  s <- 1.7
  llr <- .Call(calibrant:::ffi_bigaussian_quantile, s, share, 1 - share, 1L)
  mixture <- (pnorm(llr, s^2 / 2, s) + pnorm(llr, -s^2 / 2, s)) / 2
  expect_equal(mixture, share, tolerance = 1e-12)
  back <- .Call(calibrant:::ffi_bigaussian_quantile, s, rev(1 - share), rev(share), 1L)
  expect_equal(rev(back), -llr)
})

test_that("calibrated Gaussian LRs stay what they are", {
  set.seed(1)
  x <- simulate_lr(20000, 20000, s = 2)
  fit <- calibrate(x, "bigaussian")
  expect_equal(coef(fit)[["s"]], 2, tolerance = 0.02)
  expect_equal(glance(fit)$cllr, bigaussian_cllr(2), tolerance = 0.02)
  at <- seq(-1.5, 1.5, by = 0.5)
  expect_equal(predicted(fit, at), at, tolerance = 0.05)
})

test_that("scores are mapped from their shares to quantiles", {
  h1 <- c(0.5, 2, 3)
  h2 <- c(-2, -1, 0.5, 1)
  x <- ln_trials(h1, h2)
  fit <- calibrate(x, "bigaussian")
  logistic <- calibrate(x)
  s <- bigaussian_s(glance(logistic)$cllr)
  expect_equal(coef(fit)[["s"]], s)
  share <- \(v) (mean(h1 < v) + mean(h1 == v) / 2 + mean(h2 < v) + mean(h2 == v) / 2) / 2
  for (v in unique(c(h1, h2))) {
    llr <- predicted(fit, v, type = "ln")
    expect_equal((pnorm(llr, s^2 / 2, s) + pnorm(llr, -s^2 / 2, s)) / 2, share(v))
  }
  expect_equal(predicted(fit, 1.5), mean(predicted(fit, c(1, 2))))
  expect_identical(predicted(fit, c(-Inf, -99, 99, Inf)), c(-Inf, predicted(fit, c(-2, 3)), Inf))
})

test_that("any rising transformation of the scores of equal Cllr gives the same LRs", {
  set.seed(2)
  x <- overlapping_set(50, 50)
  scores <- lr_set(x$value * 3 - 7, x$truth, "score")
  expect_equal(predicted(calibrate(x, "bigaussian"))$value,
    predicted(calibrate(scores, "bigaussian"))$value, tolerance = 1e-8)
})

test_that("Cllr is never more than 1", {
  expect_true(all(bigaussian_cllr(c(0, 2.5e-321, 1e-300, 1e-200, 1e-20)) <= 1))
})
