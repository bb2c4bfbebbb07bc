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

test_that("rule_curve() is for two classes and probabilities", {
  three <- scoring_rule("cost", eta = c(0.2, 0.3, 0.5))
  expect_error(rule_curve(three), class = "calibrant_error_input")
  expect_error(rule_curve("log", q = 2), class = "calibrant_error_input")
})

# The weight at thresholds in any order.
weight_at <- function(rule, eta) {
  curve <- rule_curve(rule, q = eta)
  curve$weight[match(eta, curve$q)]
}

test_that("costs are the integrals of the weight (eq. 7.34, 7.35)", {
  smooth <- c("log", "brier", "boost", "beta_high")
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

test_that("rules are drawn as computed", {
  curves <- rule_curve("log", "zero_one", q = c(0, 0.5, 1))
  drawn <- ggplot2::layer_data(autoplot(curves, hypothesis = "h2"), 1)
  expect_equal(drawn$y, -log(c(1, 0.5, 0)))
  steps <- ggplot2::layer_data(autoplot(curves, hypothesis = "h2"), 2)
  expect_equal(steps$y, c(0, 1, 1))
  entropies <- ggplot2::layer_data(autoplot(curves, show = "entropy"), 1)
  expect_equal(entropies$y, c(0, log(2), 0, 0, 0.5, 0))
  spikes <- ggplot2::layer_data(autoplot(curves, show = "weight"), 3)
  expect_equal(c(spikes$x, spikes$yend), c(0.5, 0.5))
  # Thesis, figure 7.7: at w = -1 the posterior is 1/2.
  llr <- ggplot2::layer_data(
    autoplot(rule_curve("log", q = 0.5, prior = plogis(1)), show = "llr"), 1
  )
  expect_equal(llr$x, c(-1, -1))
  expect_equal(llr$y, rep(log(2), 2))
  for (show in c("cost", "entropy", "weight", "llr")) {
    expect_silent(
      ggplot2::ggplot_build(autoplot(rule_curve("log", "boost", "zero_one"), show = show))
    )
  }
  expect_error(
    autoplot(rule_curve("log"), show = "cost", hypothesis = "h3"), class = "calibrant_error_input"
  )
  for (prior in list(NULL, "data", 0, c(0.1, 0.2))) {
    expect_error(rule_curve("log", prior = prior), "prior", class = "calibrant_error_input")
  }
})

test_that("rules keep to the grammar of all pictures", {
  plot <- autoplot(rule_curve("log", "brier", "zero_one", scoring_rule("boost")))
  expect_identical(plot$theme$legend.position, "bottom")
  expect_identical(unique(ggplot2::layer_data(plot, 1)$colour), ramp(4)[-3])
  expect_identical(unique(ggplot2::layer_data(plot, 2)$linetype), ramp_lines[3])
  legend <- guide_box(plot)
  expect_lt(sum(as.numeric(grid::convertWidth(legend$widths, "in", valueOnly = TRUE))), 6.5)
  alt <- ggplot2::get_alt_text(autoplot(rule_curve("log", "zero_one"), show = "entropy"))
  expect_match(alt, "log: 0.693 at 50 %. zero_one: 0.5 at 50 %.", fixed = TRUE)
  alt <- ggplot2::get_alt_text(autoplot(rule_curve("log", "zero_one"), show = "weight"))
  expect_match(alt, "zero_one: all weight on single thresholds", fixed = TRUE)
  alt <- ggplot2::get_alt_text(autoplot(scoring_rule("brier")))
  expect_match(alt, "90 % costs 0.01 if H1 is true and 0.81 if H2 is true", fixed = TRUE)
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

test_that("minimisers are drawn as computed", {
  curve <- rule_curve(scoring_rule("mixture", eta = c(0.5, 0.55)))
  drawn <- ggplot2::layer_data(autoplot(curve, show = "minimisers"), 1)
  expect_equal(drawn$xmax, c(0.5, 0.55, 1))
  expect_equal(drawn$ymin, c(0, 0.5, 0.55))
  expect_silent(ggplot2::ggplot_build(autoplot(rule_curve("log"), show = "minimisers")))
})
