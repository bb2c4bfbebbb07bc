test_that("LRs and their limits are drawn over the levels of the scale", {
  lrs <- structure(
    data.frame(log10_lr = c(1.5, -0.5, 3), lower = c(0.5, -Inf, 2), upper = c(2.2, 0.1, Inf),
      row.names = c("one", "two", "three")),
    level = 0.9
  )
  case <- verbal_scale(lrs)
  expect_identical(row.names(case), c("one", "two", "three"))
  picture <- autoplot(case)
  points <- ggplot2::layer_data(picture, length(picture$layers))
  expect_setequal(points$x, lrs$log10_lr)
  lines <- do.call(rbind, lapply(3:5, \(i) ggplot2::layer_data(picture, i)[c("x", "xend")]))
  ends <- ggplot2::ggplot_build(picture)$layout$panel_params[[1]]$x$limits
  expect_setequal(lines$x, c(0.5, ends[1], 2))
  expect_setequal(lines$xend, c(2.2, 0.1, ends[2]))
  expect_false(is.null(picture$layers[[3]]$geom_params$arrow))
  expect_match(ggplot2::get_alt_text(picture), "LRs on a verbal scale")
  bands <- ggplot2::layer_data(picture, 1)
  expect_true(all(bands$xmin < bands$xmax))
})

test_that("LRs without limits have points, and too many are refused", {
  picture <- autoplot(verbal_scale(c(3, 0.2), "lr"))
  expect_equal(ggplot2::layer_data(picture, length(picture$layers))$x, log10(c(3, 0.2)))
  expect_error(autoplot(verbal_scale(rep(2, 41), "lr")), class = "calibrant_error_input")
  damaged <- verbal_scale(c(3, 0.2), "lr")
  attr(damaged, "table") <- NULL
  expect_error(autoplot(damaged), class = "calibrant_error_damaged")
})

test_that("levels of the scale are in the language of the picture", {
  x <- verbal_scale(c(5, 50), scale = "lr")
  levels_in <- \(language) with_words_of(language, {
    built <- ggplot2::ggplot_build(ggplot2::autoplot(x))
    built$layout$panel_params[[1]]$x.sec$get_labels()
  })
  expect_true("weak" %in% levels_in("en"))
  expect_true("schwache" %in% levels_in("de"))
})

test_that("the levels of the smallest and the largest LR have their words above", {
  words_in <- \(picture) {
    gsub("\n", " ", ggplot2::ggplot_build(picture)$layout$panel_params[[1]]$x.sec$get_labels())
  }
  for (size in seq(1.03, 6, by = 0.31)) {
    case <- verbal_scale(c(-size, size / 2, size), "log10")
    expect_true(all(case$level[c(1, 3)] %in% words_in(autoplot(case))), label = size)
    worth <- conclusion_lr(conclusion_set(
      cbind(mated = c(no = 9, yes = round(100 * 10^size)), nonmated = c(900, 9))
    ))
    ends <- verbal_scale(range(worth$log10_lr), "log10")
    expect_true(all(ends$level %in% words_in(autoplot(worth))), label = size)
  }
})
