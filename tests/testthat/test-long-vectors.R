# Needs about 60 GB. The kernels are tested at this length in little memory by
# tests/kernels/test-long-vectors.c.
test_that("works beyond 2^31 values", {
  skip_if(Sys.getenv("CALIBRANT_TEST_LONG") == "", "CALIBRANT_TEST_LONG is not set")
  n <- 2^31 + 10
  y <- numeric(n)
  y[n] <- -1
  fit <- isotonic(y)
  expect_equal(fit[c(1, n)], rep(-1 / n, 2))
  rm(fit)
  y[n] <- 1
  truth <- logical(n)
  truth[n] <- TRUE
  x <- lr_set(y, truth, scale = "ln")
  expect_equal(cllr_min(x), 0)
  expect_equal(cllr(x), (log2(1 + exp(-1)) + 1) / 2)
})
