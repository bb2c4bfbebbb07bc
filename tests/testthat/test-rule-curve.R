test_that("rule_curve() holds both branches and the entropy", {
  q <- c(0, 0.25, 0.5, 1)
  for (rule in all_rules()) {
    curve <- rule_curve(rule, q = q)
    expect_true(all(q %in% curve$q) && !is.unsorted(curve$q))
    expect_equal(curve$cost_h1, rule_score(rule, curve$q, TRUE))
    expect_equal(curve$cost_h2, rule_score(rule, curve$q, FALSE))
    expect_equal(curve$entropy, rule_score(rule, curve$q, what = "entropy"))
  }
  expect_equal(rule_curve("zero_one", q = c(0, 1))$q, c(0, 0.5, 1))
})

test_that("rule_curve() goes over all probabilities", {
  expect_equal(unique(rule_curve("brier")$q), seq(0, 1, by = 0.001))
})

test_that("rule_curve() is for two classes and probabilities", {
  three <- scoring_rule("cost", eta = c(0.2, 0.3, 0.5))
  expect_error(rule_curve(three), class = "calibrant_error_input")
  expect_error(rule_curve("log", q = 2), class = "calibrant_error_input")
})

test_that("rule_curve() holds the curves of its rules", {
  curves <- rule_curve("log", b = scoring_rule("beta", gamma = 3), "zero_one", q = c(0.1, 0.9),
    prior = 0.2)
  expect_equal(levels(curves$rule), c("log", "b", "zero_one"))
  of_b <- curves[curves$rule == "b", ]
  expect_equal(of_b$cost_h1, rule_score(scoring_rule("beta", gamma = 3), c(0.1, 0.9), TRUE))
  expect_equal(of_b$llr, qlogis(c(0.1, 0.9)) - qlogis(0.2))
  expect_equal(curves$q[curves$rule == "zero_one"], c(0.1, 0.5, 0.9))
  expect_equal(attr(curves, "masses")$eta, 0.5)
  expect_error(rule_curve(), class = "calibrant_error_input")
  expect_error(rule_curve("log", prior = 1), class = "calibrant_error_input")
})

test_that("minimisers are those of a search over reports (eq. 3.26, 3.27)", {
  q <- (0:64) / 64
  for (eta in list(0.5, c(0.25, 0.5), c(0.125, 0.5, 0.75))) {
    rule <- scoring_rule("mixture", eta = eta)
    sets <- attr(rule_curve(rule), "minimisers")
    for (p in c(0.0625, 0.25, 0.375, 0.5, 0.625, 0.75, 0.9375)) {
      cost <- rule_score(rule, q, p = p, what = "expected")
      found <- cost <= min(cost) + 1e-12
      row <- sets[(sets$p_min < p & p < sets$p_max) | (sets$p_min == p & sets$p_max == p), ]
      expect_equal(nrow(row), 1)
      expect_equal(found, q >= row$q_min & (q < row$q_max | row$q_max == 1))
    }
  }
  expect_equal(
    attr(rule_curve("brier"), "minimisers")[-1],
    data.frame(p_min = 0, p_max = 1, q_min = 0, q_max = 1)
  )
})

test_that("rule_curve() says its unit where it has one", {
  bits <- scoring_rule("log", unit = "bits")
  expect_output(print(rule_curve("log", q = 0.5)), "in nats", fixed = TRUE)
  expect_output(print(rule_curve(bits, q = 0.5)), "in bits", fixed = TRUE)
  expect_null(attr(rule_curve("log", bits, q = 0.5), "unit"))
  expect_null(attr(rule_curve("brier", q = 0.5), "unit"))
})
