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
  expect_identical(ggplot2::ggplot_build(plot)$plot$theme$legend.position, "bottom")
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

test_that("minimisers are drawn as computed", {
  curve <- rule_curve(scoring_rule("mixture", eta = c(0.5, 0.55)))
  drawn <- ggplot2::layer_data(autoplot(curve, show = "minimisers"), 1)
  expect_equal(drawn$xmax, c(0.5, 0.55, 1))
  expect_equal(drawn$ymin, c(0, 0.5, 0.55))
  expect_silent(ggplot2::ggplot_build(autoplot(rule_curve("log"), show = "minimisers")))
})
