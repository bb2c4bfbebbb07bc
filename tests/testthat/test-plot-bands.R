ribbons <- function(plot) {
  layers <- Filter(\(k) inherits(plot$layers[[k]]$geom, "GeomRibbon"), seq_along(plot$layers))
  lapply(layers, \(k) ggplot2::layer_data(plot, k))
}

test_that("ribbons are drawn at the limits, in the colour of the curve", {
  x <- withr::with_seed(1, simulate_lr(30, 60, s = 2))
  curve <- tippett_curve(x, level = 0.9)
  drawn <- ribbons(autoplot(curve))
  expect_length(drawn, 2)
  expect_setequal(drawn[[1]]$ymax, curve$h1_upper[is.finite(curve$log10_lr)])
  expect_identical(unique(drawn[[1]]$fill), roles["h1", "colour"])
  expect_identical(unique(drawn[[2]]$linetype), roles["h2", "line"])
  expect_match(autoplot(curve)$labels$caption, "90 % at each point, drawn by trial")
})

test_that("every curve has its ribbon", {
  skip_unless_extended()
  x <- withr::with_seed(1, {
    c(a = simulate_lr(20, 30, s = 2, stretch = 4), b = simulate_lr(20, 30, s = 1))
  })
  n <- \(plot) length(ribbons(plot))
  withr::local_seed(1)
  # The shaded area of harmful LRs is one more ribbon.
  expect_identical(n(plot_ece(x, level = 0.9, replicates = 20)), 3L)
  expect_identical(n(plot_ece(x, level = 0.9, replicates = 20, systems = "overlay")), 5L)
  expect_identical(n(plot_ece(x["a"], level = 0.9, band = "calibrated", replicates = 20)), 2L)
  expect_identical(n(plot_bayes_error(x["a"], level = 0.9, replicates = 20)), 3L)
  expect_identical(n(plot_det(x, level = 0.9, replicates = 20)), 2L)
  expect_identical(n(plot_roc(x["a"], level = 0.9, replicates = 20)), 1L)
  expect_identical(n(plot_cost(x["a"], level = 0.9)), 3L)
  expect_identical(n(plot_pav(x["a"], level = 0.9, replicates = 20)), 1L)
  expect_identical(n(plot_reliability(x["a"], method = "pav", band = "calibrated")), 1L)
})

test_that("steps have corners where their curve has them", {
  steps <- data.frame(system = "a", x = 1:3, lower = c(1, 2, 3))
  expect_equal(step_corners(steps, "x", "hv")$x, c(1, 2, 2, 3, 3))
  expect_equal(step_corners(steps, "x", "hv")$lower, c(1, 1, 2, 2, 3))
  expect_equal(step_corners(steps, "x", "vh")$x, c(1, 1, 2, 2, 3))
  expect_equal(step_corners(steps, "x", "vh")$lower, c(1, 2, 2, 3, 3))
})
