test_that("the image is that of prob_complement(), and lies in the triangle", {
  image <- complement_image(lines = 3, points = 11)
  before <- as.matrix(image[image$stage == "before", c("p1", "p2", "p3")])
  after <- as.matrix(image[image$stage == "after", c("p1", "p2", "p3")])
  expect_equal(unname(after), unname(prob_complement(before)))
  expect_equal(unname(rowSums(before)), rep(1, nrow(before)))
  expect_equal(length(unique(image$line)), 12)
  # The middle of an edge moves to (2, 2, 1) / 5.
  middle <- which(before[, 1] == 0 & before[, 2] == 0.5)
  expect_equal(unname(after[middle[1], ]), c(1, 2, 2) / 5)
  expect_silent(ggplot2::ggplot_build(autoplot(image)))
  for (size in c(2^31, 1e308)) {
    expect_error(complement_image(lines = size), "at most", class = "calibrant_error_input")
    expect_error(complement_image(points = size), "at most", class = "calibrant_error_input")
  }
})
