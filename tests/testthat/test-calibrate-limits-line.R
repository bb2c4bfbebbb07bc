test_that("items that are all different share nothing", {
  set.seed(3)
  x <- lr_set(rnorm(60) + rep(0:1, each = 30), rep(c(FALSE, TRUE), each = 30), "score",
    source1 = 1:60, source2 = 61:120)
  expect_equal(max(abs(shared_covariance(calibrate(x), 1, NULL)$vcov_shared)), 0)
  expect_equal(source_effect(x, NULL), 1)
})
