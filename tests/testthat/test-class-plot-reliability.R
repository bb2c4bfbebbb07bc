test_that("draws a point per bin and leaves out excluded classes", {
  x <- example_set()
  curve <- reliability_curve(x, c(0.5, 0.5, 0, 0))
  expect_identical(levels(curve$class), c("A", "B"))
  drawn <- ggplot2::layer_data(autoplot(curve), 3)
  expect_equal(drawn[c("x", "y")], data.frame(x = curve$posterior, y = curve$observed))
  expect_s3_class(autoplot(reliability_curve(x)), "ggplot")
})
