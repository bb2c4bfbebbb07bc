test_that("a mixture is the same in any order of its thresholds", {
  q <- seq(0, 1, by = 0.05)
  one <- scoring_rule("mixture", eta = c(0.7, 0.1), alpha = c(2, 1))
  other <- scoring_rule("mixture", eta = c(0.1, 0.7), alpha = c(1, 2))
  expect_equal(rule_score(one, q, TRUE), rule_score(other, q, TRUE))
})
