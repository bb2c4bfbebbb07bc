test_that("draws the computed steps of each system in a panel", {
  shapes <- drawing_shapes()
  for (style in c("greater", "cumulative")) {
    for (x in if (style == "greater") shapes else shapes[c("tied", "several")]) {
      curve <- tippett_curve(x, style = style)
      plot <- autoplot(curve)
      expect_equal(n_panels(plot), n_systems(x))
      drawn <- drawn_points(plot)
      for (panel in seq_len(n_systems(x))) {
        one <- curve[as.integer(curve$system) == panel, ]
        expect_drawn(drawn, panel, one$log10_lr, one$h1)
        expect_drawn(drawn, panel, one$log10_lr, one$h2)
      }
    }
  }
})

test_that("draws without warnings", {
  shapes <- drawing_shapes()
  for (x in shapes) expect_silent(draw(plot_tippett(x)))
  expect_silent(draw(plot_tippett(shapes$several, style = "cumulative")))
})

test_that("gives the rates of misleading evidence", {
  x <- set_of(c(1, 2, -1, 3), c(-1, -2, 1, -3, -4))
  expect_match(plot_text(plot_tippett(x)), "1 of 4 H1 and 1 of 5 H2")
  several <- ggplot2::get_alt_text(plot_tippett(drawing_shapes()$several))
  for (name in c("one", "two", "three")) expect_match(several, name)
})

test_that("shows infinite LRs with their counts", {
  x <- set_of(c(Inf, Inf, 1, Inf), c(-Inf, -Inf, -1, 0.5))
  text <- plot_text(plot_tippett(x))
  expect_match(text, "^ +2 H2\n3 H1 +\n")
  expect_match(text, "Triangles: trials with LR = 0 and LR = Inf", fixed = TRUE)
})

test_that("counts what lies beyond the part of the axis that is shown", {
  x <- set_of(c(1, 2, -1), c(-2000, -1000, -3, 0.5, -1, -2, 0))
  beyond <- attr(tippett_curve(x), "beyond")
  expect_gte(beyond$n_h2[1], 2)
  text <- plot_text(plot_tippett(x))
  expect_match(text, sprintf("%d H2", beyond$n_h2[1]))
  expect_match(text, "Triangles: trials beyond the axis", fixed = TRUE)
})

test_that("stays small for many trials, and keeps its ends", {
  withr::local_seed(1)
  x <- set_of(stats::rnorm(3e4, 1), stats::rnorm(3e4, -1))
  drawn <- drawn_points(plot_tippett(x))
  expect_lt(nrow(drawn), 2e4)
  ends <- range(x$value) / log(10)
  expect_equal(range(drawn$x[is.finite(drawn$x)]), ends, tolerance = 1e-3)
  curve <- tippett_curve(x)
  for (h in c("h1", "h2")) {
    step <- stats::stepfun(curve$log10_lr[is.finite(curve$log10_lr)], c(curve[[h]][-nrow(curve)]))
    at <- stats::quantile(x$value / log(10), c(0.1, 0.4, 0.6, 0.9))
    nearest <- vapply(at, \(v) min(abs(drawn$x - v) + abs(drawn$y - step(v))), 0)
    expect_lt(max(nearest), 0.01)
  }
})

test_that("tells the hypotheses apart without colour", {
  layers <- layers_of(plot_tippett(random_set(1)), c("colour", "linetype", "group", "y"))
  layers <- Filter(\(layer) is.null(layer$xend), layers)
  lines <- do.call(rbind, lapply(layers, \(layer) unique(layer[c("colour", "linetype")])))
  expect_equal(nrow(lines), 2)
  expect_false(anyDuplicated(lines$linetype) > 0)
  expect_false(anyDuplicated(lines$colour) > 0)
})

test_that("takes what lr_set() takes and refuses unknown styles", {
  expect_s3_class(plot_tippett(c(1, -1), truth = c(TRUE, FALSE), scale = "ln"), "ggplot")
  expect_error(plot_tippett(set_of(1, -1), style = "less"), class = "calibrant_error_input")
})

test_that("marks of systems are where the picture shows the curves", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  plot <- plot_tippett(x, systems = "overlay")
  window <- attr(tippett_curve(x), "window")
  marks <- Filter(\(layer) inherits(layer$geom, "GeomPoint"), plot$layers)
  for (layer in marks) {
    expect_gt(nrow(layer$data), 8)
    expect_true(all(layer$data$log10_lr >= window[1] & layer$data$log10_lr <= window[2]))
  }
  expect_length(marks, 2)
})

test_that("where none misleads, their number is told, however many there are", {
  x <- set_of(seq(1, 2, length.out = 150), seq(-2, 0.1, length.out = 150))
  expect_match(plot_tippett(x)$labels$subtitle, "^misleading in 0 of 150 H1 and [0-9.]+ % of H2$")
})
