test_that("the posterior histogram has a panel per hypothesis, with the counted bars", {
  histogram <- posterior_histogram(set_g(), prior = 0.5, bins = 5)
  drawn <- ggplot2::layer_data(autoplot(histogram), 1)
  expect_equal(drawn$ymax[drawn$PANEL == 1], histogram$n_h1)
  expect_equal(drawn$ymax[drawn$PANEL == 2], histogram$n_h2)
  expect_equal(drawn$xmin[drawn$PANEL == 1], histogram$posterior_min)
  expect_error(autoplot(histogram, y = "area"), class = "calibrant_error_input")
})

test_that("infinite LRs are counted in the caption", {
  p <- autoplot(posterior_histogram(posterior_plot_sets()$infinite))
  expect_match(p$labels$caption, "LR = 0 in 1 H1 and 1 H2 trials")
})

test_that("hard sets draw without a warning", {
  for (x in posterior_plot_sets()) {
    for (y in c("count", "density")) {
      expect_silent(ggplot2::ggplot_build(autoplot(posterior_histogram(x), y = y)))
    }
  }
})
