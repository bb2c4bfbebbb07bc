bars_of <- function(plot) {
  columns <- c("PANEL", "xmin", "xmax", "ymax")
  do.call(rbind, lapply(layers_of(plot, columns), \(layer) layer[columns]))
}

test_that("draws a bar per bin and hypothesis, in panels of their own", {
  skip_unless_extended()
  shapes <- drawing_shapes()
  for (y in c("count", "density")) {
    for (x in if (y == "count") shapes else shapes[c("ordinary", "several")]) {
      histogram <- lr_histogram(x, bins = 6)
      plot <- autoplot(histogram, y = y)
      expect_equal(n_panels(plot), 2 * n_systems(x))
      bars <- bars_of(plot)
      inside <- histogram[is.finite(histogram$log10_lr_min) & is.finite(histogram$log10_lr_max), ]
      column <- if (y == "count") "n_" else "density_"
      heights <- unlist(inside[paste0(column, c("h1", "h2"))])
      expect_equal(sort(bars$ymax), sort(unname(heights)))
      expect_setequal(round(bars$xmin, 9), round(inside$log10_lr_min, 9))
    }
  }
})

test_that("draws without warnings", {
  shapes <- drawing_shapes()
  for (x in shapes) expect_silent(draw(plot_lr_histogram(x)))
  expect_silent(draw(plot_lr_histogram(shapes$several, y = "density", bins = 3)))
})

test_that("counts infinite LRs at the edges", {
  x <- set_of(c(Inf, Inf, 1, Inf), c(-Inf, -Inf, -1, 0.5))
  text <- plot_text(plot_lr_histogram(x))
  expect_match(text, "3 *\n *2")
  expect_match(text, "Triangles: trials with LR = 0 and LR = Inf", fixed = TRUE)
})

test_that("draws scores on their own axis", {
  plot <- plot_lr_histogram(c(30, 10), truth = c(TRUE, FALSE), scale = "score")
  expect_match(paste(as.character(plot$labels$x), collapse = ""), "Score")
  expect_silent(draw(plot))
})

test_that("refuses unknown heights", {
  expect_error(plot_lr_histogram(set_of(1, -1), y = "share"), class = "calibrant_error_input")
})
