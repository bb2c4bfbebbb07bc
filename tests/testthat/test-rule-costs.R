test_that("costs of two kinds of error are the rule cost (eq. 3.11, 3.12)", {
  q <- c(0, 0.1, 0.25, 0.3, 0.9, 1)
  cost <- rbind(c(0, 1 / 0.75), c(1 / 0.25, 0))
  rule <- scoring_rule("cost", eta = 0.25)
  for (truth in c(TRUE, FALSE)) expect_equal(rule_score(cost, q, truth), rule_score(rule, q, truth))
  # At the threshold H1 is accepted, for any order of the actions.
  expect_equal(rule_score(cost[2:1, ], 0.25, TRUE), 0)
  expect_equal(
    rule_score(1 - diag(2), c(0.4, 0.5), FALSE), rule_score("zero_one", c(0.4, 0.5), FALSE)
  )
})

test_that("zero-one cost is half the normalised cost at 1/2 (eq. 3.13)", {
  q <- seq(0, 1, by = 0.1)
  half <- scoring_rule("cost", eta = 0.5)
  for (truth in c(TRUE, FALSE)) {
    expect_equal(rule_score("zero_one", q, truth), rule_score(half, q, truth) / 2)
  }
})

test_that("costs are monotone in the report and mixtures add up (eq. 3.21)", {
  q <- seq(0, 1, by = 0.01)
  for (rule in all_rules()) {
    expect_true(all(diff(rule_score(rule, q, TRUE)) <= 1e-15))
    expect_true(all(diff(rule_score(rule, q, FALSE)) >= -1e-15))
  }
  mixture <- all_rules()$mixture
  parts <- 0.5 * rule_score(scoring_rule("cost", eta = 0.7), q, FALSE) +
    2 * rule_score(scoring_rule("cost", eta = 0.1), q, FALSE) +
    0.3 * rule_score(scoring_rule("cost", eta = 0.4), q, FALSE)
  expect_equal(rule_score(mixture, q, FALSE), parts)
})
