layer_of <- function(plot, geom) {
  which(vapply(plot$layers, \(layer) class(layer$geom)[1] == geom, NA))
}

test_that("bins are drawn as points with their intervals", {
  curve <- reliability_curve(posterior_plot_sets()$systems["mvk"], prior = 0.2, bins = 8)
  p <- autoplot(curve)
  points <- ggplot2::layer_data(p, layer_of(p, "GeomPoint"))
  lines <- ggplot2::layer_data(p, layer_of(p, "GeomLinerange"))
  expect_equal(points$x, curve$posterior)
  expect_equal(points$y, curve$observed)
  expect_equal(lines$ymin, curve$lower)
  expect_equal(lines$ymax, curve$upper)
})

test_that("PAV blocks are drawn as steps", {
  curve <- reliability_curve(set_g(), method = "pav")
  p <- autoplot(curve)
  steps <- ggplot2::layer_data(p, layer_of(p, "GeomSegment")[2])
  expect_equal(steps$x, curve$posterior_min)
  expect_equal(steps$xend, curve$posterior_max)
  expect_equal(steps$y, curve$observed)
})

test_that("bars show how many trials lie where", {
  curve <- reliability_curve(set_g(), prior = 0.5, bins = 4)
  p <- autoplot(curve)
  bars <- ggplot2::layer_data(p, layer_of(p, "GeomRect"))
  height <- bars$ymax - bars$ymin
  n <- curve$n_h1 + curve$n_h2
  expect_equal(height / max(height), n / max(n))
  ticks <- ggplot2::ggplot_build(p)$layout$panel_params[[1]]$y$get_labels()
  expect_true(paste(max(n), "trials") %in% ticks)
})

test_that("captions tell of infinite LRs, weights and intervals", {
  sets <- posterior_plot_sets()
  expect_match(plot_reliability(sets$infinite)$labels$caption, "LR = Inf in 2 H1 and 1 H2 trials")
  expect_match(plot_reliability(sets$weighted)$labels$caption, "weighted")
  expect_match(plot_reliability(sets$one_each)$labels$caption, "exact 95 % intervals")
  pav_caption <- plot_reliability(sets$one_each, method = "pav")$labels$caption
  expect_false(grepl("interval", pav_caption))
  expect_match(plot_reliability(sets$one_each, prior = 0.25)$labels$subtitle, "25 %")
})

test_that("hard sets draw without a warning", {
  for (x in posterior_plot_sets()) {
    for (method in c("bins", "pav")) {
      expect_silent(ggplot2::ggplot_build(plot_reliability(x, method = method)))
    }
  }
})

test_that("some rows of a curve draw by themselves", {
  curve <- reliability_curve(posterior_plot_sets()$systems)
  some <- curve[curve$system == "mvk" & curve$posterior > 0.2, ]
  p <- autoplot(some)
  expect_silent(ggplot2::ggplot_build(p))
  expect_equal(ggplot2::layer_data(p, layer_of(p, "GeomPoint"))$y, some$observed)
})
