test_that("draws the costs, the Bayes thresholds and both kinds of marks", {
  x <- golden_g()
  plot <- plot_cost(x, prior = c(0.2, 0.5))
  marks <- bayes_threshold(c(0.2, 0.5), scale = "log10")
  expect_equal(ggplot2::layer_data(plot, 1)$xintercept, marks)
  drawn <- ggplot2::layer_data(plot, 2)
  expect_equal(drawn$y, cost_curve(x, prior = c(0.2, 0.5))$cost)
  marks <- ggplot2::layer_data(plot, 3)
  expect_equal(marks$y[marks$shape == 16], dcf(x, c(0.2, 0.5)))
  expect_equal(marks$y[marks$shape == 1], dcf_min(x, c(0.2, 0.5)))
})

test_that("curves that differ in scale alone stay apart", {
  curve <- cost_curve(golden_g(), prior = 0.5, c_miss = c(1, 2), c_fa = c(1, 2))
  expect_equal(levels(curve$name), c("prior 0.5", "prior 0.5 #1"))
})

test_that("tells how many trials no threshold moves", {
  caption <- plot_cost(ln_set(c(-Inf, 1, Inf, Inf), c(Inf, 0)))$labels$caption
  expect_match(caption, "LR = 0 in 1 H1 and 0 H2 trials")
  expect_match(caption, "LR = Inf in 2 H1 and 1 H2 trials")
  expect_false(grepl("LR = ", plot_cost(golden_g())$labels$caption))
})

test_that("draws without a warning whatever the set", {
  sets <- list(
    ln_set(2, -1), ln_set(-1, 2), ln_set(c(0, 0), 0), ln_set(c(-Inf, 1, Inf), c(-Inf, 0, Inf)),
    score_set(1:5, 0:3),
    c(simulate_lr(40, 40, s = 2, system = "a"), simulate_lr(40, 40, s = 1, system = "b"))
  )
  for (x in sets) {
    plot <- plot_cost(x, prior = data.frame(name = c("p", "q"), prior = c(0.1, 0.6)))
    expect_silent(ggplot2::ggplot_gtable(ggplot2::ggplot_build(plot)))
  }
})
