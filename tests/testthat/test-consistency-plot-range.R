proven_example <- function() {
  withr::with_seed(1, calibration_range(simulate_lr(3000, 3000, s = 1.5), 3))
}

test_that("draws the band, the factor and what is proven", {
  found <- proven_example()
  plot <- autoplot(found)
  band <- attr(found, "band")
  ground <- ggplot2::layer_data(plot, 1)
  expect_equal(ground$xmin, found$log10_lr_min)
  expect_equal(ground$xmax, found$log10_lr_max)
  ribbon <- ggplot2::layer_data(plot, 2)
  drawn <- ribbon[ribbon$x == band$log10_lr_min[band$log10_lr == 0], ]
  expect_true(band$upper[band$log10_lr == 0] %in% drawn$ymax)
  expect_true(band$lower[band$log10_lr == 0] %in% drawn$ymin)
  expect_true(all(is.finite(c(ribbon$ymin, ribbon$ymax))))
  lines <- lapply(3:5, \(i) ggplot2::layer_data(plot, i)$intercept)
  expect_equal(unlist(lines), c(0, -log10(3), log10(3)))
  thick <- ggplot2::layer_data(plot, 6)
  expect_equal(thick$y, found$log10_lr_min)
  expect_equal(thick$yend, found$log10_lr_max)
})

test_that("says what is proven, in words too", {
  found <- proven_example()
  expect_match(autoplot(found)$labels$caption, "LRs proven right to a factor of 3: 1/")
  expect_match(ggplot2::get_alt_text(autoplot(found)), "LRs proven right to a factor of 3: 1/")
  few <- withr::with_seed(1, calibration_range(simulate_lr(30, 30, s = 1)))
  plot <- autoplot(few)
  expect_match(plot$labels$caption, "No LR is proven right to a factor of 2")
  expect_match(plot$labels$caption, "guaranteed for independent trials")
  expect_silent(ggplot2::ggplot_gtable(ggplot2::ggplot_build(plot)))
})

test_that("several systems stand side by side, on any axis", {
  x <- c(name_system(random_set(1), "a"), name_system(random_set(2), "b"))
  for (axis in c("log10", "ln", "probability")) {
    plot <- autoplot(calibration_range(x, 10), x_axis = axis)
    expect_identical(n_panels(plot), 2L)
    expect_silent(ggplot2::ggplot_gtable(ggplot2::ggplot_build(plot)))
  }
  expect_error(autoplot(calibration_range(x), x_axis = "zzz"), class = "calibrant_error_input")
})
