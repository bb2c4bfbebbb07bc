test_that("lines and steps are those of predict(), at all ends", {
  value <- c(-Inf, -7, -2.345, -1, 0, 0.005, 0.3, 1.5, 2, 9, Inf)
  for (method in c("logistic", "gaussian", "pav", "spline")) {
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
