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

# Slope and offset of normal distributions with the means m[1] and m[2] and the variance m[3].
line_of_moments <- function(m) {
  slope <- (m[1] - m[2]) / m[3]
  c(slope, -slope * (m[1] + m[2]) / 2)
}

slopes_of <- function(f, at, step = 1e-5) {
  vapply(seq_along(at), \(i) {
    by <- replace(numeric(length(at)), i, step)
    (f(at + by) - f(at - by)) / (2 * step)
  }, numeric(2))
}

test_that("variances of the Gaussian calibration are those of its moments", {
  s <- withr::with_seed(16, list(h1 = rnorm(25, 2), h2 = rnorm(60, -0.5, 1.3)))
  fit <- calibrate(lr_set(s, scale = "ln"), "gaussian", prior = 0.3)
  of <- vapply(s, \(s) mean((s - mean(s))^2), 0)
  variance <- 0.3 * of[["h1"]] + 0.7 * of[["h2"]]
  moments <- c(mean(s$h1), mean(s$h2), variance)
  expect_equal(unname(coef(fit)), line_of_moments(moments))
  bend <- slopes_of(line_of_moments, moments)
  spread <- variance * c(1 / 25, 1 / 60, 2 * variance * (0.3^2 / 25 + 0.7^2 / 60))
  expect_equal(vcov(fit), bend %*% diag(spread) %*% t(bend), tolerance = 1e-8, ignore_attr = TRUE)
})

test_that("the sandwich of the Gaussian calibration adds what each trial changes", {
  s <- withr::with_seed(17, list(h1 = rnorm(12, 2), h2 = rnorm(20, -0.5, 1.3)))
  line <- function(weight) {
    x <- lr_set(unlist(s), rep(c(TRUE, FALSE), lengths(s)), "ln", weight = weight)
    unname(coef(calibrate(x, "gaussian", prior = 0.3)))
  }
  influence <- slopes_of(line, rep(1, 32))
  expect_equal(
    vcov(calibrate(lr_set(s, scale = "ln"), "gaussian", prior = 0.3), type = "sandwich"),
    tcrossprod(influence), tolerance = 1e-7, ignore_attr = TRUE
  )
})
