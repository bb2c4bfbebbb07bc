test_that("a small theme makes marks and lines small, and leaves the plot as it was", {
  plot <- plot_bayes_error(two())
  small <- plot + theme_calibrant(7)
  size_of <- \(plot) unlist(lapply(plot$layers, \(layer) layer$aes_params$linewidth))
  expect_equal(size_of(small), size_of(plot) * 7 / 11)
  expect_equal(size_of(plot + theme_calibrant()), size_of(plot))
  expect_silent(ggplot2::ggplotGrob(small))
})
