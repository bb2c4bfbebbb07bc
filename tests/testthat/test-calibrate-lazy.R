test_that("lines and steps are those of predict(), at all ends", {
  value <- c(-Inf, -7, -2.345, -1, 0, 0.005, 0.3, 1.5, 2, 9, Inf)
  for (method in of_turn(c("logistic", "gaussian", "pav", "spline", "four_parameter"), 2)) {
    fit <- suppressWarnings(calibrate(scores(), method = method))
    for (type in cases_of(c("log10", "ln", "lr", "posterior"), c(1, 4))) {
      prior <- if (type == "posterior") 0.1
      expected <- suppressWarnings(predict(fit, value, type = type, prior = prior))
      expect_equal(in_table(fit, value, type = type, prior = prior), expected, tolerance = 1e-13)
    }
  }
})

test_that("every place of every step is right", {
  fit <- suppressWarnings(calibrate(scores(), method = "pav"))
  range <- pav_ranges(fit$transforms[[1]]$blocks)
  ends <- c(range$min, range$max)
  value <- c(ends, (range$max[-length(range$max)] + range$min[-1]) / 2, ends - 1e-9, ends + 1e-9)
  expected <- suppressWarnings(predict(fit, value))
  expect_equal(in_table(fit, value), expected, tolerance = 1e-12)
})

test_that("floor and ceiling are those of predict(), near, far and without an end", {
  known <- list(c(1.3, 0.2, -4, 5), c(2, 0, -Inf, 3), c(2, 0, -3, Inf))
  value <- c(-Inf, -1e300, -60, -4.3, -1.5, 0, 1e-9, 0.7, 2.3, 3.7, 45, 1e300, Inf)
  fit <- suppressWarnings(calibrate(scores(), method = "four_parameter"))
  for (one in known) {
    fit$transforms[[1]][c("coefficients", "ends")] <- four_parameter(one)[c("coefficients", "ends")]
    expected <- suppressWarnings(predict(fit, value))
    expect_equal(in_table(fit, c(value, NA)), c(expected, NA), tolerance = 1e-14)
  }
})
