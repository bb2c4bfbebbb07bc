three <- function() pooled_gaussian(iris[1:2], iris$Species)

test_that("corners are certainties and the middle is ignorance", {
  w <- rbind(c(0, -Inf, -Inf), c(-Inf, 0, -Inf), c(-Inf, -Inf, 0), c(0, 0, 0))
  points <- ternary(loglik_set(w, c(1, 2, 3, 3), "ln"))
  expect_equal(points$x, c(0, 1, 0.5, 0.5))
  expect_equal(points$y, c(0, 0, sqrt(3) / 2, sqrt(3) / 6))
})

test_that("places the posteriors, before and after calibration", {
  x <- three()
  prior <- c(0.5, 0.3, 0.2)
  points <- ternary(x, prior, method = "affine")
  before <- points[points$stage == "as it is", ]
  expect_equal(as.matrix(before[c("q1", "q2", "q3")]), posterior(x, prior), ignore_attr = TRUE)
  calibrated <- predict(calibrate(x, prior = prior), x)
  after <- points[points$stage == "calibrated", ]
  after <- as.matrix(after[c("q1", "q2", "q3")])
  expect_equal(after, posterior(calibrated, prior), ignore_attr = TRUE)
})

test_that("borders divide the decisions", {
  eta <- c(0.5, 0.3, 0.2)
  borders <- attr(ternary(three(), rule = "cost", eta = eta), "borders")
  # All meet in eta.
  expect_equal(borders$x, rep(0.3 + 0.2 / 2, 3))
  expect_equal(borders$y, rep(0.2 * sqrt(3) / 2, 3))
  # On the border between 1 and 2, the third class has probability 0 at the edge.
  expect_equal(borders$yend[3], 0)
  expect_equal(borders$xend[3], 0.3 / 0.8)
  lre <- attr(ternary(three(), rule = "lre"), "borders")
  expect_equal(lre$y[3], lre$yend[3])
  expect_equal(lre$y[3], sqrt(3) / 6)
})

test_that("refuses what is no triangle", {
  expect_error(ternary(example_set()), class = "calibrant_error_input")
  expect_error(ternary(three(), rule = "cost"), class = "calibrant_error_input")
  expect_error(ternary(three(), eta = c(0.5, 0.3, 0.2)), class = "calibrant_error_input")
  expect_error(ternary(three(), rule = "cost", eta = c(1, 0, 0)), class = "calibrant_error_input")
})

test_that("a set of three trials is no three names", {
  x <- loglik_set(-diag(3), factor(c("a", "b", "c")))
  expect_s3_class(ternary(x), "ternary")
  expect_error(ternary(c("a", "b", "c", "d")), class = "calibrant_error_input")
})

test_that("classes with equal costs meet in the centre, and the borders halve the sides", {
  borders <- attr(ternary(c("a", "b", "c")), "borders")
  expect_equal(borders$x, rep(0.5, 3))
  expect_equal(borders$y, rep(sqrt(3) / 6, 3))
  expect_equal(borders$xend, c(0.75, 0.25, 0.5))
  expect_equal(borders$yend, c(sqrt(3) / 4, sqrt(3) / 4, 0))
})
