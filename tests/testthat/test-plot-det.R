panel_data <- function(plot, i) ggplot2::layer_data(plot, i)

# The n-th layer with this geom.
layer_of <- function(plot, geom, n = 1) {
  geoms <- vapply(plot$layers, \(layer) class(layer$geom)[1], "")
  panel_data(plot, which(geoms == geom)[n])
}

test_that("draws every corner where the line turns, and the EER on the diagonal", {
  x <- score_set(c(1, 3, 4, 6, 7), c(0, 2, 5))
  plot <- plot_roc(x, hull = FALSE)
  drawn <- layer_of(plot, "GeomPath")
  expect_equal(drawn$x, c(3, 2, 2, 1, 1, 0, 0) / 3)
  expect_equal(drawn$y, c(5, 5, 4, 4, 2, 2, 0) / 5)
  mark <- layer_of(plot_det(x), "GeomPoint")
  expect_equal(stats::pnorm(c(mark$x, mark$y)), rep(eer(x), 2))
})

test_that("puts rates of 0 and 1 on the edges of the DET panel", {
  x <- score_set(c(1, 3, 4, 6, 7), c(0, 2, 5))
  for (plot in list(plot_det(x, limits = c(0.01, 0.99)), plot_det(x))) {
    drawn <- layer_of(plot, "GeomPath")
    expect_true(all(is.finite(drawn$x)) && all(is.finite(drawn$y)))
  }
  drawn <- layer_of(plot_det(x, limits = c(0.01, 0.99)), "GeomPath")
  expect_equal(stats::pnorm(range(drawn$x)), c(0.01, 0.99))
})

test_that("the hull is bent on the DET axes and stays on its line", {
  x <- score_set(c(0, 2), 1)
  drawn <- layer_of(plot_det(x, steps = FALSE), "GeomPath")
  p_fa <- stats::pnorm(drawn$x)
  p_miss <- stats::pnorm(drawn$y)
  inner <- p_fa > min(p_fa) & p_fa < max(p_fa) & p_miss > min(p_miss)
  expect_gt(sum(inner), 20)
  # The line goes from (1, 0) to (0, 1/2).
  expect_equal(p_miss[inner], (1 - p_fa[inner]) / 2)
})

test_that("a million steps make a small picture", {
  withr::local_seed(1)
  x <- simulate_lr(20000, 40000, s = 2)
  drawn <- layer_of(plot_det(x), "GeomPath")
  expect_lt(nrow(drawn), 20000)
})

test_that("draws without a warning whatever the set", {
  sets <- list(
    one_each = ln_set(2, -1), reversed = ln_set(-1, 2), equal = ln_set(c(0, 0), 0),
    infinite = ln_set(c(-Inf, 1, Inf), c(-Inf, 0, Inf)), scores = score_set(1:5, 0:3),
    two = c(simulate_lr(40, 40, s = 2, system = "a"), simulate_lr(40, 40, s = 1, system = "b"))
  )
  for (x in sets) {
    for (plot in list(
      plot_det(x, operating_points = c(a = 0.1, b = 0.6), dr30 = TRUE), plot_roc(x, dr30 = TRUE),
      plot_det(x, systems = "facet", limits = c(0.02, 0.6))
    )) {
      expect_silent(ggplot2::ggplot_gtable(ggplot2::ggplot_build(plot)))
    }
  }
})

test_that("operating points are a circle and, for LRs, a cross", {
  x <- golden_g()
  plot <- plot_roc(x, operating_points = c(even = 0.5))
  expect_equal(layer_of(plot, "GeomPoint", 1)$shape, 1)
  cross <- layer_of(plot, "GeomPoint", 2)
  rates <- error_rates(x, 0)
  expect_equal(c(cross$x, cross$y), c(rates$p_fa, 1 - rates$p_miss))
  expect_identical(trimws(layer_of(plot, "GeomText")$label), "1")
  expect_match(plot$labels$caption, "1 even")
})

test_that("refuses limits that are none", {
  expect_error(plot_det(golden_g(), limits = c(0, 1)), class = "calibrant_error_input")
  expect_error(plot_det(golden_g(), steps = FALSE, hull = FALSE), class = "calibrant_error_input")
  expect_error(plot_roc(golden_g(), dr30 = NA), class = "calibrant_error_input")
  expect_error(autoplot(det_curve(golden_g()), type = "tippett"), class = "calibrant_error_input")
})

test_that("a part of a curve is drawn without what belongs to the whole", {
  x <- c(simulate_lr(40, 40, s = 2, system = "a"), simulate_lr(40, 40, s = 1, system = "b"))
  part <- \(curve) curve[curve$system == "a", ]
  for (plot in list(
    autoplot(part(det_curve(x)), dr30 = TRUE), autoplot(part(det_curve(x)), type = "roc"),
    autoplot(part(bayes_error_curve(x))), autoplot(part(bayes_error_curve(x)), type = "ape"),
    autoplot(part(cost_curve(x)))
  )) {
    expect_silent(ggplot2::ggplot_build(plot))
  }
})

test_that("axes speak the words of ISO/IEC 19795 on request", {
  x <- simulate_lr(50, 200, s = 2)
  det <- plot_det(x, vocabulary = "biometrics")
  expect_match(det$labels$x, "False match rate, FMR", fixed = TRUE)
  expect_match(det$labels$y, "False non-match rate, FNMR", fixed = TRUE)
  expect_match(plot_roc(x, vocabulary = "biometrics")$labels$x, "FMR", fixed = TRUE)
  expect_match(plot_det(x)$labels$x, "False-alarm rate", fixed = TRUE)
  expect_error(plot_det(x, vocabulary = "iso"), class = "calibrant_error_input")
})
