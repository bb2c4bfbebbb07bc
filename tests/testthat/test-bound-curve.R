test_that("the criterion is that of the papers", {
  log10_lr <- c(-1.5, -0.4, 0.3, 0.3, 0.9, 2)
  is_h1 <- c(FALSE, FALSE, FALSE, TRUE, TRUE, TRUE)
  at <- c(-2, -1.5, -0.4, 0, 0.3, 0.31, 1, 2, 2.5)
  x <- lr_set(log10_lr, is_h1, scale = "log10")
  h1 <- c(log10_lr[is_h1], -Inf)
  h2 <- c(log10_lr[!is_h1], Inf)
  utility <- vapply(at, \(t) log10(min(1, 10^t) / (mean(h1 <= t) + 10^t * mean(h2 > t))), 0)
  expect_equal(bound_curve(bound_lr(x), at)$value, utility)

  above <- \(h, t) (sum(log10_lr[is_h1 == h] >= t) + 0.5) / 4
  below <- \(h, t) (sum(log10_lr[is_h1 == h] < t) + 0.5) / 4
  curve <- bound_curve(bound_lr(x, "iv"), at)
  upper <- vapply(at, \(t) log10(above(TRUE, t) / above(FALSE, t)) - t, 0)
  lower <- vapply(at, \(t) t - log10(below(TRUE, t) / below(FALSE, t)), 0)
  expect_equal(curve$value[curve$criterion == "upper"], upper)
  expect_equal(curve$value[curve$criterion == "lower"], lower)
})

test_that("the grid reaches beyond what so many trials support, by half an order of magnitude", {
  x <- lr_set(list(h1 = c(3, 9), h2 = 2^-(1:9)), scale = "lr")
  at <- bound_curve(bound_lr(x))$log10_lr
  # 2 log10(3) = 0.95 and 2 log10(10) = 2.
  expect_equal(at, seq(-1, 1.5, length.out = 1001))
})

test_that("bounds without a criterion have no curve", {
  x <- lr_set(list(h1 = 2, h2 = 0.5), scale = "lr")
  expect_error(tidy(bound_lr(x, "n_source"), type = "criterion"), class = "calibrant_error_input")
})
