test_that("is the cost of the error rates at each threshold", {
  x <- tied_set(1)
  threshold <- c(-1, 0, 0.6)
  curve <- cost_curve(x, prior = c(0.1, 0.5), c_miss = c(10, 1), c_fa = 2, threshold = threshold)
  rates <- error_rates(x, threshold)
  expect_equal(curve$cost, c(
    0.1 * 10 * rates$p_miss + 0.9 * 2 * rates$p_fa, 0.5 * rates$p_miss + 0.5 * 2 * rates$p_fa
  ))
  expect_equal(curve$threshold, rep(threshold, 2))
  expect_equal(curve$prior, rep(c(0.1, 0.5), each = 3))
})

test_that("marks the Bayes threshold and the best one", {
  x <- tied_set(2)
  marks <- attr(cost_curve(x, prior = c(0.1, 0.5), c_fa = 3), "marks")
  expect_equal(marks$bayes_threshold, bayes_threshold(c(0.1, 0.5), c_fa = 3, scale = "log10"))
  expect_equal(marks$dcf, dcf(x, c(0.1, 0.5), c_fa = 3))
  expect_equal(marks$best_threshold, threshold_at(x, "dcf_min", c(0.1, 0.5), c_fa = 3))
  expect_equal(marks$dcf_min, dcf_min(x, c(0.1, 0.5), c_fa = 3))
})

test_that("spans what matters by default", {
  range <- range(cost_curve(golden_g(), prior = 1e-4)$threshold)
  expect_lte(range[1], -2)
  expect_gt(range[2], 4)
  expect_equal(range(cost_curve(score_set(c(3, 7, Inf), c(1, 5)))$threshold), c(1, 7))
})

test_that("one distinct score has a curve too", {
  curve <- cost_curve(score_set(1, 1), prior = 0.3)
  expect_equal(range(curve$threshold), c(0, 2))
  expect_equal(range(curve$cost), c(0.3, 0.7))
})

test_that("takes scores without Bayes thresholds", {
  marks <- attr(cost_curve(score_set(c(3, 7), c(1, 5))), "marks")
  expect_true(all(is.na(marks$bayes_threshold) & is.na(marks$dcf)))
  expect_equal(marks$dcf_min, dcf_min(score_set(c(3, 7), c(1, 5)), c(0.1, 0.5, 0.9)))
})
