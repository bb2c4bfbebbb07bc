test_that("strictly proper rules have one best report, others an interval (eq. 3.26, 3.27)", {
  # Dyadic numbers, so that ties are exact.
  grid <- (0:16) / 16
  best <- \(rule, p) {
    mean_cost <- p * rule_score(rule, grid, TRUE) + (1 - p) * rule_score(rule, grid, FALSE)
    grid[mean_cost <= min(mean_cost) + 1e-14]
  }
  expect_equal(best("log", 0.25), 0.25)
  expect_equal(best("brier", 0.6875), 0.6875)
  quarter <- scoring_rule("cost", eta = 0.25)
  expect_equal(best(quarter, 0.125), (0:3) / 16)
  expect_equal(best(quarter, 0.25), grid)
  expect_equal(best(quarter, 0.5), (4:16) / 16)
  two <- scoring_rule("mixture", eta = c(0.25, 0.5))
  expect_equal(best(two, 0.375), (4:7) / 16)
  expect_equal(best(two, 0.5), (4:16) / 16)
})
