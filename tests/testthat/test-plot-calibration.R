set.seed(1)
x <- overlapping_set()

layers_with <- function(plot, geom) {
  which(vapply(plot$layers, \(layer) inherits(layer$geom, geom), NA))
}

# Systems of a plot in the order of their panels.
drawn_systems <- function(plot) {
  layout <- ggplot2::ggplot_build(plot)$layout$layout
  if (is.null(layout$system)) "system" else as.character(layout$system)
}

test_that("the transformation is drawn above the histograms", {
  fit <- calibrate(x)
  plot <- autoplot(fit)
  curve <- transformation_curve(fit)
  lines <- layers_with(plot, "GeomLine")
  drawn <- ggplot2::layer_data(plot, max(lines))
  expect_equal(drawn$y, predicted(fit, drawn$x))
  expect_gte(min(drawn$x), min(curve$log10_lr))
  bars <- ggplot2::layer_data(plot, layers_with(plot, "GeomRect"))
  expect_equal(sum(bars$ymax), length(x))
  expect_length(unique(ggplot2::ggplot_build(plot)$layout$layout$PANEL), 3)
})

test_that("infinite LRs are drawn in rows of their own", {
  plot <- autoplot(suppressWarnings(calibrate(x, "pav")))
  drawn <- ggplot2::layer_data(plot, max(layers_with(plot, "GeomLine")))
  expect_true(all(is.finite(drawn$y)))
  labels <- ggplot2::layer_data(plot, layers_with(plot, "GeomText"))$label
  expect_setequal(labels, c("LR = 0", "LR = Inf"))
})

test_that("infinite trials are counted at the edge", {
  infinite <- lr_set(c(x$value, Inf, Inf), c(x$truth, TRUE, TRUE), "log10")
  plot <- autoplot(calibrate(infinite))
  expect_match(ggplot2::layer_data(plot, layers_with(plot, "GeomText"))$label, "^2 *$")
})

test_that("the ECE is drawn before and after", {
  plot <- autoplot(calibrate(x), type = "ece")
  expect_identical(drawn_systems(plot), c("before", "after"))
  scores <- lr_set(x$value, x$truth, "score")
  expect_identical(drawn_systems(autoplot(calibrate(scores), type = "ece")), "system")
  both <- c(overlapping_set(system = "a"), overlapping_set(system = "b"))
  plot <- autoplot(calibrate(both), type = "ece")
  expect_identical(drawn_systems(plot), c("a before", "b before", "a after", "b after"))
  expect_error(autoplot(calibrate(x), type = "roc"), class = "calibrant_error_input")
})

test_that("a fusion of two is drawn with lines of equal LR", {
  data <- data.frame(truth = x$truth, a = x$value, b = rnorm(130, x$truth))
  fit <- fuse(truth ~ a + b, data)
  plot <- autoplot(fit)
  points <- ggplot2::layer_data(plot, layers_with(plot, "GeomPoint"))
  expect_identical(nrow(points), 130L)
  line <- calibrant:::fusion_lines(fit)[2, ]
  on_line <- data.frame(a = 0:2, b = line$intercept + line$slope * 0:2)
  expect_equal(predicted(fit, on_line), rep(line$log10_lr, 3))
  three <- fuse(truth ~ a + b + c, transform(data, c = rnorm(130)))
  expect_identical(nrow(ggplot2::layer_data(autoplot(three), 2)), 390L)
  expect_identical(drawn_systems(autoplot(fit, type = "ece")), "system")
  lrs <- fuse(truth ~ a + b, data, scale = "log10")
  expect_identical(drawn_systems(autoplot(lrs, type = "ece")), c("a", "b", "fusion"))
})

test_that("plot() draws and returns what it was given", {
  withr::local_pdf(NULL)
  fit <- calibrate(x)
  expect_identical(plot(fit), fit)
  expect_s3_class(autoplot(transformation_curve(fit)), "ggplot")
})

test_that("a band is drawn where a level is given, open where a limit is infinite, and told", {
  fit <- calibrate(x)
  plot <- autoplot(fit, level = 0.9)
  ribbon <- ggplot2::layer_data(plot, layers_with(plot, "GeomRibbon"))
  shown <- transformation_curve(fit, limits = range(ribbon$x), level = 0.9)
  expect_equal(ribbon$ymax, shown$upper)
  expect_match(plot_text(plot), "Band: 90 % limits of each LR, for training trials drawn by trial.",
    fixed = TRUE)
  expect_length(layers_with(autoplot(fit), "GeomRibbon"), 0)
  pav <- suppressWarnings(autoplot(calibrate(x, "pav"), level = 0.9))
  ribbon <- ggplot2::layer_data(pav, layers_with(pav, "GeomRibbon"))
  expect_identical(max(ribbon$ymax), Inf)
})
