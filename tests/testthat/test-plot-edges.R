test_that("trials beyond the axis are counted at its ends", {
  x <- set_of(c(2, 1, Inf, Inf), c(-1, 0.5, -Inf, Inf))
  curve <- tippett_curve(x)
  rows <- beyond_rows(curve)
  expect_setequal(rows$end, c("low", "high"))
  expect_identical(rows$n_h1[rows$end == "high"], 2)
  expect_identical(rows$n_h2, c(1, 1)[match(rows$end, c("low", "high"))])
  expect_identical(rows$hjust, ifelse(rows$end == "low", 0, 1))
  expect_identical(rows$at, attr(curve, "window")[ifelse(rows$end == "low", 1, 2)])
  expect_match(beyond_note(curve), "LR = 0 and LR = Inf")
})

test_that("nothing is marked where nothing is beyond", {
  curve <- tippett_curve(set_of(c(2, 1), c(-1, 0.5)))
  expect_identical(nrow(beyond_rows(curve)), 0L)
  expect_null(edge_marks(beyond_rows(curve)))
  expect_null(beyond_note(curve))
  expect_null(show_window(curve))
})

test_that("labels begin beyond their triangle, on the side of the panel", {
  rows <- data.frame(end = c("low", "high"), label = c("3", "4"))
  expect_identical(edge_marks(rows)[[2]]$data$label, c("    3", "4    "))
})

test_that("no vertical line runs through the counts of trials beyond the axis", {
  skip_if_not_installed("svglite")
  long <- withr::with_seed(1, simulate_lr(3000, 30000, s = 6, stretch = 2))
  glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  plots <- list(
    ggplot2::autoplot(bound_lr(glass)), ggplot2::autoplot(bound_lr(long)),
    plot_tippett(long, style = "cumulative"), plot_tippett(glass)
  )
  for (plot in plots) {
    for (width in c(4, 7)) {
      svg <- svg_of(plot, width, 4)
      texts <- texts_of_svg(svg, 72 * width, 288)
      counts <- texts[grepl("[0-9] H[12]", texts$text) & !grepl("misleading|Trials", texts$text), ]
      lines <- grep("<line ", svg, value = TRUE)
      names <- c("x1", "x2", "y1", "y2")
      ends <- vapply(names, \(name) svg_number(lines, name), numeric(length(lines)))
      ends <- ends[ends[, "x1"] == ends[, "x2"], , drop = FALSE]
      through <- apply(ends, 1, \(end) {
        counts$left < end["x1"] & end["x1"] < counts$right &
          min(end[c("y1", "y2")]) < counts$bottom & max(end[c("y1", "y2")]) > counts$top
      })
      expect_false(any(through))
    }
  }
})
