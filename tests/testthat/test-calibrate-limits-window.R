test_that("limits of kernel densities are those of the shares in windows, literally", {
  set.seed(1)
  x <- lr_set(c(rnorm(40, 2), rnorm(70)), rep(c(TRUE, FALSE), c(40, 70)), "score")
  fit <- calibrate(x, "kde")
  h <- coef(fit)
  at <- c(-1, 0.4, 1.1, 2.5)
  found <- suppressWarnings(predict(fit, at, type = "ln", level = 0.9))
  share <- \(v, h, s) {
    test <- binom.test(sum(abs(v - s) <= sqrt(3) * h), length(v), conf.level = 0.9)
    test$conf.int
  }
  for (i in seq_along(at)) {
    h1 <- share(x$value[x$truth], h[1], at[i])
    h2 <- share(x$value[!x$truth], h[2], at[i])
    literal <- log(c(h1[1] / h2[2], h1[2] / h2[1])) - log(h[[1]] / h[[2]])
    expect_equal(found$lower[i], max(min(literal[1], found$ln_lr[i], log(71)), -Inf))
    expect_equal(found$upper[i], max(literal[2], found$ln_lr[i], -log(41)))
  }
})

test_that("where no trials are near, limits are open, and shared items widen them", {
  transform <- calibrate(
    lr_set(c(1:5, 11:15), rep(c(FALSE, TRUE), each = 5), "score"), "kde", bandwidth = 0.5
  )$transforms[[1]]
  found <- limits_by_window(transform, NULL, c(3, 8, 13), 0.95, 1)
  expect_identical(found$upper[c(2, 3)], c(Inf, Inf))
  expect_identical(found$lower[c(1, 2)], c(-Inf, -Inf))
  wider <- limits_by_window(transform, NULL, c(3, 13), 0.95, 2)
  expect_gt(wider$upper[1], found$upper[1])
  expect_lt(wider$lower[2], found$lower[3])
})

test_that("weights count beside each other, and a copy is no new trial", {
  x <- simulate_lr(20, 30, s = 2)
  weighted <- \(weight) lr_set(x$value, x$truth, x$scale, weight = weight)
  limits <- \(set) suppressWarnings(predict(calibrate(set, "kde"), c(-1, 0, 1), level = 0.95))
  expect_equal(limits(weighted(rep(2, 50))), limits(x))
  expect_equal(limits(weighted(rep(1:2, 25) / 100)), limits(weighted(rep(1:2, 25))))
})
