test_that("curves have their roles in panels, and the colours of their systems when overlaid", {
  x <- lr_set(c(-1, 0, 1, 2, -2, 1), c(FALSE, FALSE, TRUE, TRUE, FALSE, TRUE), scale = "log10",
    system = rep(c("a", "b"), each = 3), sure = TRUE)
  panels <- ggplot2::ggplot_build(plot_ece(x, systems = "facet"))$data
  lines <- Filter(\(layer) all(c("linetype", "PANEL", "linewidth") %in% names(layer)), panels)
  is_curve <- \(layer) layer$linewidth == widths["curve"]
  colours <- unique(unlist(lapply(lines, \(layer) layer$colour[is_curve(layer)])))
  expect_setequal(colours, roles[c("actual", "best", "none"), "colour"])

  overlaid <- ggplot2::ggplot_build(plot_ece(x, systems = "overlay"))$data
  own <- unlist(lapply(overlaid, \(layer) unique(layer$colour)))
  expect_true(all(system_colours[1:2] %in% own))
  expect_false(roles["best", "colour"] %in% own)
})
