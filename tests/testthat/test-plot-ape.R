test_that("labels of many bars in a row are narrow, and the ticks below them few", {
  bars <- \(x) {
    layers <- plot_ape(x)$layers
    text <- Filter(\(layer) inherits(layer$geom, "GeomLabel"), layers)[[1]]
    text$data$label
  }
  lines <- \(label) lengths(strsplit(label, "\n"))
  expect_true(all(lines(bars(gallery_sets()$six)) == 3))
  expect_true(all(lines(bars(two())) == 2))
  ticks <- \(x) {
    scale <- ggplot2::ggplot_build(plot_ape(x))$layout$panel_params[[1]]$x
    length(stats::na.omit(scale$breaks))
  }
  expect_lt(ticks(gallery_sets()$six), ticks(two()))
})

test_that("the bars of the APE plot are Cllr in two parts", {
  g <- golden_g()
  bars <- ggplot2::layer_data(plot_ape(g), 3)
  expect_equal(sort(bars$ymax), c(cllr_min(g), cllr(g)))
  expect_equal(sort(bars$ymin), c(0, cllr_min(g)))
  infinite <- plot_ape(ln_set(c(-Inf, 1), -1))
  expect_true("infinite" %in% ggplot2::layer_data(infinite, 4)$label)
})

test_that("the lower panels of the APE plot are the error rates", {
  g <- golden_g()
  plot <- plot_ape(g, log10_prior_odds = c(-1, 0, 1))
  line <- Position(\(layer) inherits(layer$geom, "GeomLine"), plot$layers)
  drawn <- ggplot2::layer_data(plot, line)
  act <- drawn$y[drawn$colour == roles["actual", "colour"]]
  expect_equal(act, 100 * bayes_error(g, stats::plogis(c(-1, 0, 1) * log(10))))
})
