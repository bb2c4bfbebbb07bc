test_that("an end has the rank that its probability asks for", {
  sorted <- c(1, 2, 4, 8, 16, 32, 64, 128, 256)
  expect_identical(sorted_quantile(sorted, c(0.1, 0.9)), c(1, 256))
  expect_identical(sorted_quantile(sorted, 0.25), 2 + (4 - 2) / 2)
  expect_identical(sorted_quantile(sorted, c(0.001, 0.999)), c(1, 256))
  expect_identical(sorted_quantile(c(1, 2, Inf), c(0.5, 0.6, 0.75)), c(2, Inf, Inf))
})

test_that("intervals follow their definitions", {
  sorted <- qnorm((1:999) / 1000) + 2
  ends <- \(estimate, interval) interval_ends(estimate, sorted, 0.9, interval)
  expect_equal(ends(2.1, "percentile"), 2 + qnorm(c(0.05, 0.95)))
  expect_equal(ends(2.1, "basic"), 2.2 + qnorm(c(0.05, 0.95)))
  # For a normal distribution the correction moves both ends by twice the bias.
  expect_equal(ends(sorted[540], "bc"), 2 + 2 * qnorm(0.54) + qnorm(c(0.05, 0.95)),
    tolerance = 0.002
  )
  expect_equal(ends(2, "bc"), ends(2, "percentile"))
})

test_that("nothing is said where nothing is known", {
  expect_identical(interval_ends(1, numeric(), 0.9, "bc"), c(NA_real_, NA_real_))
  expect_identical(interval_ends(NaN, 1:9, 0.9, "percentile"), c(NA_real_, NA_real_))
  expect_identical(interval_ends(Inf, c(1, Inf), 0.9, "basic"), c(NA_real_, NA_real_))
})
