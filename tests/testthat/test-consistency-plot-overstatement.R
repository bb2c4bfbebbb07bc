test_that("draws the curve and its band", {
  x <- random_set(3, 40, 60)
  curve <- withr::with_seed(1, overstatement_curve(x, replicates = 50))
  plot <- withr::with_seed(1, autoplot(overstatement_curve(x, replicates = 50)))
  expect_equal(ggplot2::layer_data(plot, 1)$yintercept, 0)
  ribbon <- ggplot2::layer_data(plot, 2)
  expect_equal(ribbon$ymin, curve$overstatement_lower)
  expect_equal(ribbon$ymax, curve$overstatement_upper)
  line <- ggplot2::layer_data(plot, 3)
  expect_equal(line$x, curve$log10_lr)
  expect_equal(line$y, curve$overstatement)
  expect_match(plot$labels$caption, "Band: 95 % at each point \\(fiducial\\)")
  alone <- autoplot(overstatement_curve(x, level = NULL))
  expect_no_match(alone$labels$caption, "Band")
})

test_that("says in words where the band keeps off 0", {
  withr::local_seed(1)
  far <- autoplot(overstatement_curve(simulate_lr(200, 200, s = 2, shift = 3), replicates = 100))
  expect_match(ggplot2::get_alt_text(far), "excludes 0 on [1-9]")
  near <- autoplot(overstatement_curve(simulate_lr(200, 200, s = 1), replicates = 100))
  expect_match(ggplot2::get_alt_text(near), "lies between")
})

test_that("several systems stand side by side or in one panel", {
  x <- c(name_system(random_set(1), "a"), name_system(random_set(2), "b"))
  expect_identical(n_panels(autoplot(overstatement_curve(x, replicates = 20))), 2L)
  overlay <- autoplot(overstatement_curve(x, replicates = 20), systems = "overlay", x_axis = "ln")
  expect_identical(n_panels(overlay), 1L)
  expect_silent(ggplot2::ggplot_gtable(ggplot2::ggplot_build(overlay)))
})

test_that("a curve without rows is not drawn", {
  apart <- suppressWarnings(overstatement_curve(set_of(1:2, -1:0)))
  expect_error(autoplot(apart), class = "calibrant_error_input")
})
