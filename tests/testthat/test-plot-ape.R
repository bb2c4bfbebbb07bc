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
  stacked <- bars[bars$xmin == min(bars$xmin), ]
  expect_equal(sort(stacked$ymax), c(cllr_min(g), cllr(g)))
  expect_equal(sort(stacked$ymin), c(0, cllr_min(g)))
  infinite <- plot_ape(ln_set(c(-Inf, 1), -1))
  expect_true("infinite" %in% ggplot2::layer_data(infinite, 4)$label)
})

# Set G of the theory: claimed .4023050653 bits, delivered .3602265681.
test_that("a narrow bar beside Cllr has the Cllr that the LRs claim", {
  g <- golden_g()
  bars <- ggplot2::layer_data(plot_ape(g), 3)
  claimed <- bars[bars$xmin > min(bars$xmin), ]
  expect_equal(c(claimed$ymin, claimed$ymax), c(0, 1 - 0.4023050653), tolerance = 1e-9)
  expect_equal(claimed$fill, loss_fills[["delivered"]])
  p <- stats::plogis(to_ln(g$value, g$scale))
  entropy <- -p * log2(p) - (1 - p) * log2(1 - p)
  expect_equal(claimed$ymax, mean(c(mean(entropy[g$truth]), mean(entropy[!g$truth]))))
  # PAV LRs claim what they deliver.
  plot <- plot_ape(pav_lr(g))
  pav <- ggplot2::layer_data(plot, Position(\(layer) inherits(layer$geom, "GeomRect"), plot$layers))
  expect_equal(max(pav$ymax[pav$xmin == min(pav$xmin)]), max(pav$ymax[pav$xmin > min(pav$xmin)]))
  expect_match(plot_ape(g)$labels$alt, "Claimed: 0.598", fixed = TRUE)
  expect_no_match(plot_ape(gaussian_system(s = 2, stretch = 2))$labels$alt, "Claimed")
  both <- plot_ape(two(), systems = "overlay")
  expect_equal(nrow(ggplot2::layer_data(both, 3)), 6)
})

test_that("numbers of bars are above both bars", {
  withr::local_seed(1)
  plot <- plot_ape(simulate_lr(80, 200, s = 2, stretch = 0.5))
  drawn <- lapply(seq_along(plot$layers), ggplot2::layer_data, plot = plot)
  bars <- Find(\(data) any(data$fill %in% loss_fills[["delivered"]]), drawn)
  text <- Find(\(data) any(grepl("=", data$label)), drawn)
  is_claimed <- bars$xmin > min(bars$xmin)
  expect_gt(max(bars$ymax[is_claimed]), max(bars$ymax[!is_claimed]))
  expect_equal(text$y, max(bars$ymax))
})

test_that("the lower panels of the APE plot are the error rates", {
  g <- golden_g()
  plot <- plot_ape(g, log10_prior_odds = c(-1, 0, 1))
  line <- Position(\(layer) inherits(layer$geom, "GeomLine"), plot$layers)
  drawn <- ggplot2::layer_data(plot, line)
  act <- drawn$y[drawn$colour == roles["actual", "colour"]]
  expect_equal(act, 100 * bayes_error(g, stats::plogis(c(-1, 0, 1) * log(10))))
})
