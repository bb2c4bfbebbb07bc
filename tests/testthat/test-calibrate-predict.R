x <- overlapping_set()

fit <- calibrate(x)

set.seed(1)

test_that("all types say the same", {
  log10_lr <- predicted(fit, c(-1, 0, 2))
  b <- coef(fit)
  expect_equal(log10_lr, (b[["slope"]] * c(-1, 0, 2) * log(10) + b[["offset"]]) / log(10))
  expect_equal(predicted(fit, c(-1, 0, 2), type = "ln"), log10_lr * log(10))
  expect_equal(predicted(fit, c(-1, 0, 2), type = "lr"), 10^log10_lr)
  expect_equal(predicted(fit, c(-1, 0, 2), type = "posterior", prior = 0.1),
    1 / (1 + 9 / 10^log10_lr))
  expect_equal(predicted(fit, c(1, 1), type = "posterior", prior = c(0, 1)), c(0, 1))
})

test_that("a set stays a set, with its truth and all else", {
  new <- lr_set(c(1, -1, 0.5), c("s", "d", "s"), "log10", h1 = "s", weight = 1:3,
    source1 = 1:3, source2 = 4:6, system = c("k", "k", "k"))
  for (type in c("log10", "ln", "lr")) {
    after <- predicted(fit, new, type = type)
    expect_s3_class(after, "lr_set")
    expect_identical(after$scale, type)
    expect_identical(after$value, predicted(fit, new$value, type = type))
    same <- c("truth", "labels", "system", "weight", "source1", "source2")
    expect_identical(unclass(after)[same], unclass(new)[same])
  }
  expect_identical(predicted(fit, new, type = "posterior"),
    predicted(fit, new$value, type = "posterior"))
  expect_equal(predicted(fit, lr_set(10^new$value, new$truth, "lr"))$value,
    predicted(fit, new$value))
})

test_that("a data frame is read by the column of the formula, or of the scale", {
  data <- data.frame(t = x$truth, s = exp(x$value), which = "z")
  by_formula <- calibrate(t ~ log(s), data = data, scale = "log10")
  expect_equal(predicted(by_formula, data.frame(s = exp(2))), predicted(fit, 2))
  expect_equal(predicted(fit, data.frame(log10_lr = 2)), predicted(fit, 2))
  expect_equal(predicted(fit, data.frame(LOG10_LR = 2)), predicted(fit, 2))
  expect_error(predicted(fit, data.frame(s = 2)), class = "calibrant_error_input")
  expect_equal(coef(calibrate(data, t ~ log(s), scale = "log10")), coef(by_formula))

  two <- rbind(data, transform(data, s = s^2, which = "y"))
  both <- calibrate(t ~ log(s) | which, data = two, scale = "log10")
  expect_equal(predicted(both, data.frame(s = exp(c(2, 4)), which = c("z", "y"))),
    predicted(fit, c(2, 2)))
})

test_that("scores and LRs are not mixed up", {
  scores <- lr_set(x$value, x$truth, "score")
  expect_error(predicted(fit, scores), class = "calibrant_error_input")
  expect_error(predicted(calibrate(scores), x), class = "calibrant_error_input")
})

test_that("what cannot be calibrated is refused", {
  expect_error(predicted(fit, c(1, NA)), class = "calibrant_error_input")
  expect_error(predicted(fit, "a"), class = "calibrant_error_input")
  expect_error(predicted(fit, 1, type = "odds"), class = "calibrant_error_input")
  expect_error(predicted(fit, 1:3, type = "posterior", prior = c(0.1, 0.2)),
    class = "calibrant_error_input")
  expect_error(predicted(fit, 1, type = "posterior", prior = 2), class = "calibrant_error_input")
})

test_that("a system without a name of its own is found", {
  y <- lr_set(rep(x$value, 2), rep(x$truth, 2), "log10", system = rep(c("", "b"), each = length(x)))
  both <- calibrate(y)
  expect_identical(predicted(both, 1, system = ""), predicted(fit, 1))
})
