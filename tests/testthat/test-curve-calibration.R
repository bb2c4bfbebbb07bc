set.seed(1)
x <- overlapping_set()

test_that("the curve is what predicted() says", {
  fit <- calibrate(x)
  curve <- transformation_curve(fit, n = 11)
  expect_equal(curve$log10_lr, seq(min(x$value), max(x$value), length.out = 11))
  expect_equal(curve$log10_lr_calibrated, predicted(fit, curve$log10_lr))
  blocks <- pav(x)
  steps <- transformation_curve(suppressWarnings(calibrate(x, "pav")), n = 2)
  expect_true(all(vapply(blocks$log10_lr_max, \(v) any(abs(steps$log10_lr - v) < 1e-9), NA)))
  scores <- lr_set(x$value, x$truth, "score")
  expect_named(transformation_curve(calibrate(scores)), c("system", "score", "log10_lr_calibrated"))
  expect_error(transformation_curve(x), class = "calibrant_error_input")
  expect_error(transformation_curve(fit, n = 0), class = "calibrant_error_input")
  expect_equal(range(transformation_curve(fit, limits = c(-99, 0.5))$log10_lr),
    c(min(x$value), 0.5))
  expect_error(transformation_curve(fit, limits = 1), class = "calibrant_error_input")
})

test_that("of many trials some are drawn", {
  many <- data.frame(truth = rep(c(TRUE, FALSE), c(100, 9900)))
  many$a <- rnorm(10000, many$truth)
  many$b <- rnorm(10000, many$truth)
  drawn <- calibrant:::fusion_trials(fuse(truth ~ a + b, many))
  expect_identical(as.vector(table(drawn$hypothesis)), c(100L, 2000L))
})

test_that("the curve has the limits of predict(), on the scale of the input", {
  set.seed(1)
  two <- c(a = simulate_lr(30, 60, s = 2), b = simulate_lr(40, 30, s = 1))
  fit <- calibrate(two)
  curve <- transformation_curve(fit, n = 7, level = 0.9)
  known <- without_extrapolation(
    predict(fit, curve$log10_lr, system = as.character(curve$system), level = 0.9)
  )
  expect_equal(curve$lower, known$lower)
  expect_equal(curve$upper, known$upper)
  expect_null(transformation_curve(fit, n = 7)$lower)
  expect_error(transformation_curve(fit, level = 0.9, by = "source"),
    class = "calibrant_error_source")
})
