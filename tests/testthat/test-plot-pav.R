test_that("draws both ends of every finite block of each system in a panel", {
  for (x in drawing_shapes()) {
    blocks <- pav(x)
    plot <- autoplot(blocks)
    expect_equal(n_panels(plot), n_systems(x))
    drawn <- drawn_points(plot)
    for (panel in seq_len(n_systems(x))) {
      one <- blocks[as.integer(blocks$system) == panel & is.finite(blocks$log10_lr_pav), ]
      expect_drawn(drawn, panel, one$log10_lr_min, one$log10_lr_pav)
      expect_drawn(drawn, panel, one$log10_lr_max, one$log10_lr_pav)
    }
  }
})

test_that("draws blocks as level pieces of their length", {
  x <- set_of(c(-1, 0.5, 2, 3), c(-3, -2, -0.5, 1, -4))
  blocks <- pav(x)
  pieces <- do.call(rbind, lapply(
    layers_of(plot_pav(x), c("x", "xend", "yend")), \(layer) layer[c("x", "xend", "y", "yend")]
  ))
  expect_equal(pieces$y, pieces$yend)
  expect_equal(sort(pieces$x), blocks$log10_lr_min)
  expect_equal(sort(pieces$xend), blocks$log10_lr_max)
})

test_that("draws without warnings", {
  for (x in drawing_shapes()) expect_silent(draw(plot_pav(x)))
})

test_that("marks infinite ratios beyond the finite ones, with their counts", {
  x <- set_of(c(0.5, 2, 3, 4), c(-3, -2, -1, 1, -4))
  blocks <- pav(x)
  expect_equal(sum(is.infinite(blocks$log10_lr_pav)), 2)
  plot <- plot_pav(x)
  expect_match(plot_text(plot), "4 H2")
  expect_match(plot_text(plot), "3 H1")
  finite <- blocks$log10_lr_pav[is.finite(blocks$log10_lr_pav)]
  drawn <- drawn_points(plot)
  expect_gt(max(drawn$y), max(finite))
  expect_lt(min(drawn$y), min(finite))
})

test_that("a count stands beside its triangle, even if the row is shorter than that", {
  sets <- c(drawing_shapes(), list(
    set_of(c(Inf, 3, 2, 1, -0.5, 1.5, 2.2), c(-2, -1, 0, 0.7, -3, -Inf, -1.2)),
    set_of(c(4, 1, -1), c(-3, 0, 2)), set_of(c(1, 1, -1, 1), c(-1, -1, 1, -1))
  ))
  checked <- 0
  for (x in sets) {
    built <- ggplot2::ggplot_build(plot_pav(x))
    width <- diff(built$layout$panel_params[[1]]$x.range)
    counts <- Filter(\(layer) "label" %in% names(layer), built$data)
    rows <- Filter(\(layer) any(layer$shape %in% 24:25), built$data)
    for (k in seq_along(rows)) {
      level <- counts[[k]]$vjust == 0.5
      expect_gt(min(abs(counts[[k]]$x - rows[[k]]$x)[level], Inf), 0.04 * width)
      checked <- checked + sum(level)
    }
  }
  expect_gt(checked, 5)
})

test_that("shows blocks of infinite ratio under perfect separation", {
  text <- plot_text(plot_pav(set_of(c(1, 2, 3), c(-1, -2))))
  expect_match(text, "2 H2")
  expect_match(text, "3 H1")
})

test_that("draws scores on their own axis", {
  x <- lr_set(c(10, 30, 20, 15), c(FALSE, TRUE, FALSE, TRUE), scale = "score")
  plot <- plot_pav(x)
  blocks <- pav(x)
  finite <- is.finite(blocks$log10_lr_pav)
  expect_drawn(drawn_points(plot), 1, blocks$score_min[finite], blocks$log10_lr_pav[finite])
  expect_match(paste(as.character(plot$labels$x), collapse = ""), "Score")
  expect_silent(draw(plot))
})

test_that("takes what lr_set() takes", {
  expect_s3_class(plot_pav(c(1, -1), truth = c(TRUE, FALSE), scale = "ln"), "ggplot")
})

test_that("the diagonal crosses the whole panel, past the last finite block", {
  x <- simulate_lr(60, 200, s = 2, stretch = 2)
  plot <- plot_pav(x)
  line <- Filter(\(layer) inherits(layer$geom, "GeomAbline"), plot$layers)
  expect_length(line, 1)
  drawn <- ggplot2::layer_data(plot, match(line, plot$layers))
  expect_identical(unlist(unique(drawn[c("slope", "intercept")])), c(slope = 1, intercept = 0))
  scores <- plot_pav(lr_set(1:4, c(FALSE, TRUE, FALSE, TRUE), scale = "score"))
  expect_false(any(vapply(scores$layers, \(layer) inherits(layer$geom, "GeomAbline"), NA)))
})

test_that("regions are named where the line between them says so, and only where there is room", {
  x <- withr::with_seed(1, simulate_lr(1000, 1000, s = 2, stretch = 2))
  words_of <- \(plot) do.call(rbind, layers_of(plot, "label"))
  plain <- words_of(plot_pav(x))
  words <- words_of(plot_pav(x, regions = TRUE))
  words <- words[words$label %in% c("overstated", "understated", "misleading"), ]
  expect_gte(nrow(words), 5)
  expect_setequal(words$label, c("overstated", "understated", "misleading"))
  meant <- with(words, ifelse(x * y < 0, "misleading",
    ifelse(abs(y) < abs(x), "overstated", "understated")))
  expect_identical(words$label, meant)
  expect_false(any(plain$label %in% words$label))
  above <- words_of(plot_pav(set_of(c(1, 3, 2, 4), c(0.5, 2.5, 1.5)), regions = TRUE))
  expect_setequal(intersect(above$label, words$label), c("overstated", "understated"))
  scores <- lr_set(1:4, c(FALSE, TRUE, FALSE, TRUE), scale = "score")
  expect_error(plot_pav(scores, regions = TRUE), "needs LRs", class = "calibrant_error_input")
})

test_that("names of regions keep off the blocks, the diagonal and the axes", {
  withr::local_seed(1)
  grDevices::pdf(NULL, 9, 9)
  on.exit(grDevices::dev.off())
  sets <- list(
    simulate_lr(200, 1000, s = 2, stretch = 5), simulate_lr(200, 1000, s = 2, stretch = 0.5),
    simulate_lr(100, 100, s = 1, shift = 1), simulate_lr(100, 100, s = 1, shift = -1),
    lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10"), gallery_sets()$long
  )
  for (x in sets) {
    blocks <- as.data.frame(pav(x))
    blocks <- blocks[is.finite(blocks$log10_lr_pav), ]
    named <- ggplot2::ggplot_build(plot_pav(x, regions = TRUE))
    shown <- named$layout$panel_params[[1]]$x.range
    wide <- diff(shown) * c(0.12, 0.02)
    is_word <- vapply(named$data, \(d) any(d$label %in% c("overstated", "misleading")), NA)
    words <- do.call(rbind, named$data[is_word])
    expect_gt(nrow(words), 2)
    for (k in seq_len(nrow(words))) {
      word <- words[k, ]
      own <- blocks[as.integer(blocks$system) == as.integer(word$PANEL), ]
      touched <- own$log10_lr_min < word$x + wide[1] & own$log10_lr_max > word$x - wide[1] &
        abs(own$log10_lr_pav - word$y) < wide[2]
      expect_false(any(touched))
      ends <- word$x + c(-1, 1) * wide[1]
      heights <- word$y + c(-1, 1) * wide[2]
      expect_identical(length(unique(sign(c(ends, word$x)))), 1L)
      expect_identical(length(unique(sign(c(heights, word$y)))), 1L)
      above <- sign(outer(heights, ends, `-`))
      expect_identical(length(unique(c(above))), 1L)
    }
  }
})

test_that("a panel too narrow for names of regions has none", {
  x <- gallery_sets()$long
  has_words <- \(width) {
    grDevices::pdf(NULL, width, width)
    on.exit(grDevices::dev.off())
    plot <- ggplot2::ggplot_build(plot_pav(x, regions = TRUE))$plot
    any(vapply(plot$layers, \(layer) !is.null(layer$words), NA))
  }
  expect_identical(vapply(c(3.3, 9), has_words, NA), c(FALSE, TRUE))
})
