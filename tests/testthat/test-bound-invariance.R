test_that("invariance verification agrees with the published implementation on its examples", {
  # Expected values from the tests of NetherlandsForensicInstitute/lir, with steps of 0.001.
  lr <- c(0.01, 0.1, 1, 10, 100)
  iv <- \(...) unname(bounds_of(..., method = "iv", step = 0.001))
  expect_equal(iv(c(Inf, 0), 1:2), c(-0.477, 0.477))
  expect_equal(iv(rep(c(Inf, 0), each = 3), rep(1:2, each = 3)), c(-0.845, 0.845))
  expect_equal(iv(lr, c(1, 1, 1, 2, 2)), c(0, 0))
  expect_equal(iv(lr, c(2, 2, 1, 1, 1)), c(-0.823, 0.574))
  expect_equal(iv(lr, c(2, 2, 2, 1, 1)), c(-0.574, 0.823))
  expect_equal(iv(c(1, 1), 1:2), c(0, 0))
  expect_equal(iv(rep(10, 10), c(rep(1, 9), 2)), c(0, 0.102))
  expect_equal(iv(c(rep(10, 10), 1), c(rep(1, 10), 2)), c(0, 0.581))
  expect_equal(iv(c(rep(1000, 10), 1.1), c(rep(1, 10), 2)), c(0, 0.581))
})

test_that("invariance verification is exact without a step", {
  lr <- c(0.01, 0.1, 1, 10, 100)
  expect_equal(
    10^bounds_of(lr, c(2, 2, 1, 1, 1), method = "iv"),
    c(lower = (0.5 / 4) / (2.5 / 3), upper = (2.5 / 4) / (0.5 / 3))
  )
})

test_that("a failure at LR = 1 itself is not passed over", {
  lr <- c(10, 10, 1, 10, 1)
  hypothesis <- c(1, 1, 2, 2, 2)
  expect_identical(bounds_of(lr, hypothesis, method = "iv"), c(lower = 0, upper = 0))
  lr <- c(10, 1, 10, 10, 1, 10, .1)
  expect_identical(bounds_of(lr, rep(1:2, c(5, 2))), c(lower = 0, upper = 0))
})

test_that("beyond the last value a threshold may fail up to the bound that is known", {
  counts <- list(value = c(-1, 1, 2), n_h1 = c(0, 1, 1), n_h2 = c(1, 1, 0), totals = c(2, 2),
    scale = "log10")
  expect_identical(iv_may_fail(counts, c(0, 3))[3], TRUE)
  expect_identical(iv_may_fail(counts, c(0, 1.5))[3], FALSE)
})
