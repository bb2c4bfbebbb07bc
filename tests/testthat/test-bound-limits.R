# The first threshold, on a fine grid, that exceeds the support shown by the limits of the shares
# beyond.
slow_upper_limit <- function(log10_lr, truth, added, level, cautious) {
  n <- c(sum(truth), sum(!truth))
  end <- function(k, n, miss, upper) {
    if (upper) {
      if (k == n) 1 else stats::qbeta(1 - miss, k + 1, n - k)
    } else {
      if (k == 0) 0 else stats::qbeta(miss, k, n - k + 1)
    }
  }
  miss <- if (cautious) 1 - level else (1 - level) / 4
  for (t in seq(0, 8, by = 0.001)) {
    kept <- n[1] * end(sum(truth & log10_lr > t), n[1], miss, !cautious)
    wrong <- n[2] * end(sum(!truth & log10_lr > t), n[2], miss, cautious)
    if (10^t > (kept + added[1]) / (wrong + added[2]) * (n[2] + 1) / (n[1] + 1)) return(t)
  }
}

test_that("limits of bounds are the first thresholds that the limits of shares do not support", {
  x <- withr::with_seed(2, simulate_lr(40, 60, s = 2))
  log10_lr <- x$value
  for (method in c("elub", "iv")) {
    bound <- bound_lr(x, method)
    added <- if (method == "elub") c(0, 1) else c(0.5, 0.5)
    found <- bound_limits(bound, 0.9, "trial")
    slow <- \(log10_lr, truth, cautious) slow_upper_limit(log10_lr, truth, added, 0.9, cautious)
    expect_equal(found$upper[1], slow(log10_lr, x$truth, TRUE), tolerance = 1e-3)
    expect_equal(found$upper[2], slow(log10_lr, x$truth, FALSE), tolerance = 1e-3)
    expect_equal(found$lower[2], -slow(-log10_lr, !x$truth, TRUE), tolerance = 1e-3)
    expect_equal(found$lower[1], -slow(-log10_lr, !x$truth, FALSE), tolerance = 1e-3)
  }
})

test_that("an LR at an estimated bound has limits, one at a bound that was set has none", {
  x <- withr::with_seed(1, simulate_lr(100, 300, s = 2))
  fit <- calibrate(x)
  for (method in c("elub", "iv")) {
    found <- predict(bound_lr(fit, method), c(6, -6), level = 0.95)
    expect_true(all(found$lower < found$log10_lr & found$log10_lr < found$upper))
    expect_true(all(found$at_bound))
    wide <- predict(bound_lr(fit, method), c(6, -6), level = 0.99)
    expect_true(all(wide$lower < found$lower & found$upper < wide$upper))
  }
  set <- bound_lr(fit, "limits", limits = c(-1, 1))
  expect_identical(
    predict(set, 6, level = 0.95), structure(
      data.frame(log10_lr = 1, lower = 1, upper = 1, at_bound = TRUE),
      level = 0.95, refuted = FALSE, rows = 1L
    )
  )
})

test_that("limits of many trials are those of all their thresholds", {
  x <- withr::with_seed(3, simulate_lr(5000, 5000, s = 2))
  bound <- bound_lr(x)
  found <- bound_limits(bound, 0.95, "trial")
  log10_lr <- x$value
  expect_equal(
    found$upper[1], slow_upper_limit(log10_lr, x$truth, c(0, 1), 0.95, TRUE), tolerance = 1e-3
  )
  expect_equal(
    found$upper[2], slow_upper_limit(log10_lr, x$truth, c(0, 1), 0.95, FALSE), tolerance = 1e-3
  )
})

test_that("sets and vectors have the same limits, and shared items widen them", {
  x <- withr::with_seed(4, simulate_lr(60, 120, s = 2))
  bound <- bound_lr(calibrate(x))
  new <- lr_set(c(-6, 0.2, 6), c(FALSE, TRUE, TRUE), scale = "ln")
  set <- predict(bound, new, level = 0.95)
  one <- predict(bound, new$value / log(10), level = 0.95)
  expect_equal(as.data.frame(set)[c("lower", "upper")], one[c("lower", "upper")],
    ignore_attr = TRUE)
  expect_match(paste(capture.output(print(set)), collapse = " "), "2 of 3 LRs are at the bound")
  pairs <- data.frame(a = rep(1:30, each = 6), b = c(rep(1:10, each = 6), rep(31:50, 6)))
  pairs$b[1:60] <- pairs$a[1:60]
  shared <- lr_set(withr::with_seed(5, rnorm(180, rep(c(2, 0), c(60, 120)))),
    rep(c(TRUE, FALSE), c(60, 120)), scale = "score", source1 = pairs$a, source2 = pairs$b)
  fit <- bound_lr(calibrate(shared))
  by <- lapply(c("source", "trial"), \(by) predict(fit, 9, level = 0.95, by = by))
  expect_lte(by[[1]]$lower, by[[2]]$lower)
  expect_gte(by[[1]]$upper, by[[2]]$upper)
  expect_identical(predict(fit, 9, level = 0.95), by[[1]])
})

test_that("limits hold the true LR within the bounds of the true shares", {
  sd <- 2
  n <- 100
  # Bounds of ELUB from the true shares of LLRs of variance `sd^2`.
  misses <- \(t) {
    (n * stats::pnorm(t, sd^2 / 2, sd) + 1) / (n + 1) +
      exp(t) * (n * stats::pnorm(t, -sd^2 / 2, sd, lower.tail = FALSE) + 1) / (n + 1) - 1
  }
  most <- stats::uniroot(misses, c(0.1, 10))$root
  at <- most + log(c(0.1, 1, 10))
  held <- withr::with_seed(6, replicate(200, {
    bound <- bound_lr(calibrate(simulate_lr(n, n, s = sd)))
    found <- suppressWarnings(predict(bound, at / log(10), level = 0.95))
    found$lower * log(10) <= pmin(at, most) & pmin(at, most) <= found$upper * log(10)
  }))
  expect_true(all(rowMeans(held) >= 0.93))
})
