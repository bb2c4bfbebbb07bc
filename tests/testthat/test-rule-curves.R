test_that("costs are the integrals of the weight (eq. 7.34, 7.35)", {
  smooth <- c("log", "brier", "boost", "beta_high")
  rules <- c(all_rules()[smooth], list(
    skewed = scoring_rule("beta", gamma = c(0.5, 2)),
    bits = scoring_rule("log", unit = "bits"),
    sum = combined_rule("log", "brier", weight = c(0.5, 3))
  ))
  for (rule in rules) {
    for (q in c(0.2, 0.7)) {
      miss <- integrate(\(eta) rule_weight(rule, eta) / eta, q, 1, rel.tol = 1e-9)$value
      fa <- integrate(\(eta) rule_weight(rule, eta) / (1 - eta), 0, q, rel.tol = 1e-9)$value
      expect_equal(score(rule, q, TRUE), miss, tolerance = 1e-6)
      expect_equal(score(rule, q, FALSE), fa, tolerance = 1e-6)
    }
  }
})

test_that("rules that jump have weights of single thresholds", {
  rule <- combined_rule(scoring_rule("mixture", eta = c(0.2, 0.5)), "zero_one", "log",
    weight = c(2, 3, 1))
  masses <- attr(rule_weight(rule, 0.5), "masses")
  expect_equal(masses, data.frame(eta = c(0.2, 0.5), weight = c(1, 2.5)))
  for (q in c(0.1, 0.4, 0.8)) {
    charged <- sum((masses$weight / masses$eta)[masses$eta > q]) - log(q)
    expect_equal(score(rule, q, TRUE), charged)
  }
  expect_equal(nrow(attr(rule_weight("log", 0.5), "masses")), 0)
  expect_error(rule_weight("log", 2), class = "calibrant_error_input")
})

test_that("rule_curves() holds the curves of its rules", {
  curves <- rule_curves("log", b = scoring_rule("beta", gamma = 3), "zero_one", q = c(0.1, 0.9),
    prior = 0.2)
  expect_equal(levels(curves$rule), c("log", "b", "zero_one"))
  of_b <- curves[curves$rule == "b", ]
  expect_equal(of_b$cost_h1, score(scoring_rule("beta", gamma = 3), c(0.1, 0.9), TRUE))
  expect_equal(of_b$llr, qlogis(c(0.1, 0.9)) - qlogis(0.2))
  expect_equal(curves$q[curves$rule == "zero_one"], c(0.1, 0.5, 0.9))
  expect_equal(attr(curves, "masses")$eta, 0.5)
  expect_error(rule_curves(), class = "calibrant_error_input")
  expect_error(rule_curves("log", prior = 1), class = "calibrant_error_input")
})

test_that("rules are drawn as computed", {
  curves <- rule_curves("log", "zero_one", q = c(0, 0.5, 1))
  drawn <- ggplot2::layer_data(autoplot(curves, hypothesis = "h2"), 1)
  expect_equal(drawn$y, -log(c(1, 0.5, 0)))
  steps <- ggplot2::layer_data(autoplot(curves, hypothesis = "h2"), 2)
  expect_equal(steps$y, c(0, 1, 1))
  entropies <- ggplot2::layer_data(autoplot(curves, show = "entropy"), 1)
  expect_equal(entropies$y, c(0, log(2), 0, 0, 0.5, 0))
  spikes <- ggplot2::layer_data(autoplot(curves, show = "weight"), 3)
  expect_equal(c(spikes$x, spikes$yend), c(0.5, 0.5))
  # Thesis, figure 7.7: at w = -1 the posterior is 1/2.
  llr <- ggplot2::layer_data(autoplot(rule_curves("log", q = 0.5, prior = plogis(1)), "llr"), 1)
  expect_equal(llr$x, c(-1, -1))
  expect_equal(llr$y, rep(log(2), 2))
  for (show in c("cost", "entropy", "weight", "llr")) {
    expect_silent(ggplot2::ggplot_build(plot_rules("log", "boost", "zero_one", show = show)))
  }
  expect_error(plot_rules("log", hypothesis = "h3"), class = "calibrant_error_input")
})
