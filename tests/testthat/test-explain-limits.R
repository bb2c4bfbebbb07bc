limited <- function(n = 40, level = 0.9) {
  withr::local_seed(1)
  fit <- calibrate(simulate_lr(100, 100, s = 2))
  predict(fit, simulate_lr(n, n, s = 2), level = level)
}

test_that("a set tells how well its LRs are known", {
  x <- limited()
  values <- as.data.frame(x)
  factor <- 10^median((values$upper - values$lower) / 2)
  said <- explain(x)
  expect_match(said, sprintf("within a factor of %s .90 %% interval", signif(factor, 2)))
})

test_that("open limits are told, and none is nothing", {
  x <- unclass(limited())
  x$upper[1:10] <- Inf
  expect_match(told_limits(x), "with open limits in 10 of 80")
  x$upper[] <- Inf
  expect_match(told_limits(x), "every one has an open limit")
  x$upper[1:39] <- x$value[1:39]
  expect_match(told_limits(x), "how large most LRs are: 41 of 80")
  x$lower[] <- x$upper[] <- NA
  expect_null(told_limits(x))
  expect_null(limits_picture(x))
  expect_null(told_limits(simulate_lr(5, 5, s = 1)))
})

test_that("the picture has LRs from the least to the largest", {
  x <- limited()
  picture <- limits_picture(x)
  shown <- picture$plot$data
  expect_identical(nrow(shown), 9L)
  expect_equal(range(shown$log10_lr), range(x$value))
  expect_false(anyDuplicated(shown$conclusion) > 0)
  x <- unclass(x)
  x$value[1] <- x$lower[1] <- -40
  class(x) <- class(limited())
  expect_gt(min(limits_picture(x)$plot$data$log10_lr), -6)
})
