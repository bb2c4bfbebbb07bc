test_that("Gaussian calibration is the ratio of two normal densities", {
  set.seed(14)
  x <- overlapping_set(30, 60)
  s <- x$value * log(10)
  m <- tapply(s, x$truth, mean)
  v <- tapply(s, x$truth, \(s) mean((s - mean(s))^2))
  sd <- sqrt(0.3 * v[["TRUE"]] + 0.7 * v[["FALSE"]])
  at <- c(-3, 0.2, 5)
  known <- dnorm(at, m[["TRUE"]], sd, log = TRUE) - dnorm(at, m[["FALSE"]], sd, log = TRUE)
  fit <- calibrate(x, "gaussian", prior = 0.3)
  expect_equal(predicted(fit, at / log(10), type = "ln"), known)
})

test_that("standard errors of the Gaussian calibration hold", {
  set.seed(15)
  fits <- replicate(300, {
    fit <- calibrate(simulate_lr(60, 240, s = 1.5), "gaussian")
    c(coef(fit), diag(vcov(fit)))
  })
  expect_equal(rowMeans(fits[3:4, ]), apply(fits[1:2, ], 1, var), tolerance = 0.25,
    ignore_attr = TRUE)
})
