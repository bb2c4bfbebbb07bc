test_that("operating points at one place share a number, and others do not touch", {
  plot <- plot_bayes_error(two(), operating_points = nist_operating_points())
  expect_match(plot$labels$caption, "1 SRE 2010, 2012 B; 2 SRE 2016 B")
  at <- cbind(c(0.5, 0.51, 0.5), c(0.5, 0.5, 0.51))
  places <- free_places(at, at, c(1, 1, 1))
  expect_identical(anyDuplicated(data.frame(places$hjust, places$vjust)), 0L)
})

test_that("operating points stand on an axis of probabilities too", {
  points <- c("even odds" = 0.5, "1 in 20" = 0.05)
  for (draw in list(plot_bayes_error, plot_ape)) {
    plot <- draw(two(), operating_points = points, x_axis = "probability")
    lines <- Filter(\(layer) "prior" %in% names(layer$data) && !is.null(layer$data$number),
      plot$layers)
    expect_equal(lines[[1]]$data$prior, c(0.05, 0.5))
  }
})
