# The weight at thresholds in any order.
weight_at <- function(rule, eta) {
  curve <- rule_curve(rule, q = eta)
  curve$weight[match(eta, curve$q)]
}

test_that("costs are the integrals of the weight (eq. 7.34, 7.35)", {
  smooth <- c("log", "brier", "boost", "area", "beta_high")
  rules <- c(all_rules()[smooth], list(
    skewed = scoring_rule("beta", gamma = c(0.5, 2)),
    bits = scoring_rule("log", unit = "bits"),
    sum = scoring_rule("sum", of = list("log", "brier"), weight = c(0.5, 3))
  ))
  for (rule in rules) {
    for (q in c(0.2, 0.7)) {
      miss <- integrate(\(eta) weight_at(rule, eta) / eta, q, 1, rel.tol = 1e-9)$value
      fa <- integrate(\(eta) weight_at(rule, eta) / (1 - eta), 0, q, rel.tol = 1e-9)$value
      expect_equal(rule_score(rule, q, TRUE), miss, tolerance = 1e-6)
      expect_equal(rule_score(rule, q, FALSE), fa, tolerance = 1e-6)
    }
  }
})

test_that("rules that jump have weights of single thresholds", {
  rule <- scoring_rule("sum", of = list(
    scoring_rule("mixture", eta = c(0.2, 0.5)), "zero_one", "log"
  ),
    weight = c(2, 3, 1))
  masses <- attr(rule_curve(rule), "masses")
  expect_equal(masses[-1], data.frame(eta = c(0.2, 0.5), weight = c(1, 2.5)))
  for (q in c(0.1, 0.4, 0.8)) {
    charged <- sum((masses$weight / masses$eta)[masses$eta > q]) - log(q)
    expect_equal(rule_score(rule, q, TRUE), charged)
  }
  expect_equal(nrow(attr(rule_curve("log"), "masses")), 0)
})
