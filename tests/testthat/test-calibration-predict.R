set.seed(1)
x <- overlapping_set()
fit <- calibrate(x)

test_that("all types say the same", {
  log10_lr <- predict(fit, c(-1, 0, 2))
  b <- coef(fit)
  expect_equal(log10_lr, (b[["slope"]] * c(-1, 0, 2) * log(10) + b[["offset"]]) / log(10))
  expect_equal(predict(fit, c(-1, 0, 2), type = "ln"), log10_lr * log(10))
  expect_equal(predict(fit, c(-1, 0, 2), type = "lr"), 10^log10_lr)
  expect_equal(predict(fit, c(-1, 0, 2), type = "posterior", prior = 0.1),
    1 / (1 + 9 / 10^log10_lr))
  expect_equal(predict(fit, c(1, 1), type = "posterior", prior = c(0, 1)), c(0, 1))
})

test_that("a set stays a set, with its truth and all else", {
  new <- lr_set(c(1, -1, 0.5), c("s", "d", "s"), "log10", h1 = "s", weight = 1:3,
    source1 = 1:3, source2 = 4:6, system = c("k", "k", "k"))
  for (type in c("log10", "ln", "lr")) {
    after <- predict(fit, new, type = type)
    expect_s3_class(after, "lr_set")
    expect_identical(after$scale, type)
    expect_identical(after$value, predict(fit, new$value, type = type))
    same <- c("truth", "labels", "system", "weight", "source1", "source2")
    expect_identical(unclass(after)[same], unclass(new)[same])
  }
  expect_identical(predict(fit, new, type = "posterior"),
    predict(fit, new$value, type = "posterior"))
  expect_equal(predict(fit, lr_set(10^new$value, new$truth, "lr"))$value,
    predict(fit, new$value))
})

test_that("a data frame is read by the column of the formula, or of the scale", {
  data <- data.frame(t = x$truth, s = exp(x$value), which = "z")
  by_formula <- calibrate(t ~ log(s), data = data, scale = "log10")
  expect_equal(predict(by_formula, data.frame(s = exp(2))), predict(fit, 2))
  expect_equal(predict(fit, data.frame(log10_lr = 2)), predict(fit, 2))
  expect_error(predict(fit, data.frame(s = 2)), class = "calibrant_error_input")
  expect_equal(coef(calibrate(data, t ~ log(s), scale = "log10")), coef(by_formula))

  two <- rbind(data, transform(data, s = s^2, which = "y"))
  both <- calibrate(t ~ log(s) | which, data = two, scale = "log10")
  expect_equal(predict(both, data.frame(s = exp(c(2, 4)), which = c("z", "y"))),
    predict(fit, c(2, 2)))
})

test_that("scores and LRs are not mixed up", {
  scores <- lr_set(x$value, x$truth, "score")
  expect_error(predict(fit, scores), class = "calibrant_error_input")
  expect_error(predict(calibrate(scores), x), class = "calibrant_error_input")
})

test_that("what cannot be calibrated is refused", {
  expect_error(predict(fit, c(1, NA)), class = "calibrant_error_input")
  expect_error(predict(fit, "a"), class = "calibrant_error_input")
  expect_error(predict(fit, 1, type = "odds"), class = "calibrant_error_input")
  expect_error(predict(fit, 1:3, type = "posterior", prior = c(0.1, 0.2)),
    class = "calibrant_error_input")
  expect_error(predict(fit, 1, type = "posterior", prior = 2), class = "calibrant_error_input")
})

test_that("without new data the training trials are calibrated", {
  expect_identical(predict(fit)$value, predict(fit, x)$value)
})

test_that("a calibration survives saveRDS()", {
  for (method in calibrant:::calibration_method_names()) {
    before <- suppressWarnings(calibrate(x, method))
    file <- withr::local_tempfile()
    saveRDS(before, file)
    after <- readRDS(file)
    expect_identical(predict(after, -3:3), predict(before, -3:3))
    expect_identical(capture.output(print(after)), capture.output(print(before)))
  }
})
