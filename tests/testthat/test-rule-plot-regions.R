test_that("regions are drawn as computed", {
  regions <- decision_regions(rbind(c(0, 50), c(10, 0), c(1, 1)))
  p <- autoplot(regions)
  expect_equal(ggplot2::layer_data(p, 1)$xintercept, regions$upper[1:2])
  expect_equal(ggplot2::layer_data(p, 3)$y, c(0, 1, 1, 0))
  three <- decision_regions(1 - diag(3))
  expect_equal(ggplot2::layer_data(autoplot(three), 1)$x, three$x)
})
