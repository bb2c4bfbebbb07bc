test_that("rule_curve() holds both branches and the entropy", {
  q <- c(0, 0.25, 0.5, 1)
  for (rule in all_rules()) {
    curve <- rule_curve(rule, q)
    expect_true(all(q %in% curve$q) && !is.unsorted(curve$q))
    expect_equal(curve$cost_h1, score(rule, curve$q, TRUE))
    expect_equal(curve$cost_h2, score(rule, curve$q, FALSE))
    expect_equal(curve$entropy, entropy(rule, curve$q))
  }
  expect_equal(rule_curve("zero_one", c(0, 1))$q, c(0, 0.5, 1))
})

test_that("rule_curve() is for two classes and probabilities", {
  three <- scoring_rule("cost", eta = c(0.2, 0.3, 0.5))
  expect_error(rule_curve(three), class = "calibrant_error_input")
  expect_error(rule_curve("log", q = 2), class = "calibrant_error_input")
})
