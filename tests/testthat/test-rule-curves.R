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
  for (prior in list(NULL, "data", 0, c(0.1, 0.2))) {
    expect_error(rule_curves("log", prior = prior), "prior", class = "calibrant_error_input")
  }
})

test_that("rules keep to the grammar of all pictures", {
  plot <- plot_rules("log", "brier", "zero_one", scoring_rule("boost"))
  expect_identical(plot$theme$legend.position, "bottom")
  expect_identical(unique(ggplot2::layer_data(plot, 1)$colour), ramp(4)[-3])
  expect_identical(unique(ggplot2::layer_data(plot, 2)$linetype), ramp_lines[3])
  legend <- guide_box(plot)
  expect_lt(sum(as.numeric(grid::convertWidth(legend$widths, "in", valueOnly = TRUE))), 6.5)
  alt <- ggplot2::get_alt_text(plot_rules("log", "zero_one", show = "entropy"))
  expect_match(alt, "log: 0.693 at 50 %. zero_one: 0.5 at 50 %.", fixed = TRUE)
  alt <- ggplot2::get_alt_text(plot_rules("log", "zero_one", show = "weight"))
  expect_match(alt, "zero_one: all weight on single thresholds", fixed = TRUE)
  alt <- ggplot2::get_alt_text(autoplot(scoring_rule("brier")))
  expect_match(alt, "90 % costs 0.01 if H1 is true and 0.81 if H2 is true", fixed = TRUE)
})
