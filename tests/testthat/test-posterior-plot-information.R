test_that("bars are drawn as computed, infinite ones through the panel", {
  parts <- information(gaussian_system(2, stretch = 2), prior = 0.1)
  drawn <- ggplot2::layer_data(autoplot(parts), 1)
  expect_equal(max(drawn$ymax[drawn$x == 1]), parts$entropy)
  expect_equal(max(drawn$ymax[drawn$x == 2]), parts$cross_entropy)
  wrong <- lr_set(list(h1 = c(-Inf, 1), h2 = c(-1, 0)), scale = "ln")
  parts <- suppressWarnings(information(wrong, prior = c(0.1, 0.5)))
  expect_silent(p <- ggplot2::ggplot_build(autoplot(parts)))
  expect_true("infinite" %in% p$data[[2]]$label)
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  expect_silent(ggplot2::ggplot_build(autoplot(information(x, prior = c(0.1, 0.5)))))
})

test_that("what is lost has the tones of losses everywhere", {
  plot <- autoplot(information(gaussian_system(2, stretch = 2), prior = 0.1))
  fills <- plot$scales$get_scales("fill")$palette(3)
  expect_identical(
    unname(fills[c("Divergence (calibration)", "Posterior entropy")]),
    unname(loss_fills[c("cal", "min")])
  )
  expect_identical(ggplot2::ggplot_build(plot)$plot$theme$legend.position, "bottom")
})

test_that("a picture of more panels than anyone can read is refused", {
  x <- set_of(c(1, 2, -0.5), c(-1, 0.5, -2))
  expect_s3_class(autoplot(information(x, prior = c(0.1, 0.5))), "ggplot")
  expect_error(
    autoplot(information(x, prior = seq(0, 1, length.out = 1000))), "at most 100 panels",
    class = "calibrant_error_input"
  )
})
