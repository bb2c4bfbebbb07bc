set.seed(1)
x <- overlapping_set()
fit <- calibrate(x)

test_that("without new data the training trials are calibrated", {
  expect_identical(predicted(fit)$value, predicted(fit, x)$value)
})

reread <- function(fit) {
  file <- withr::local_tempfile()
  saveRDS(fit, file)
  readRDS(file)
}

test_that("a calibration survives saveRDS(), and leaves its trials behind", {
  for (method in calibrant:::calibration_method_names) {
    before <- suppressWarnings(calibrate(x, method))
    after <- reread(before)
    known <- suppressWarnings(predicted(before, -3:3))
    expect_identical(suppressWarnings(predicted(after, -3:3)), known)
    expect_identical(coef(after), coef(before))
    expect_identical(nobs(after), nobs(before))
    expect_identical(transformation_curve(after), transformation_curve(before))
    expect_identical(capture.output(print(after))[1:7], capture.output(print(before))[1:7])
    expect_output(print(summary(after)), "H1: truth is TRUE")
    expect_no_error(autoplot(after))
    expect_type(unclass(explain(after)), "character")
    for (verb in list(predict, augment, \(fit) autoplot(fit, "ece"), cross_calibrate)) {
      expect_error(verb(after), class = "calibrant_error_no_trials")
    }
  }
})

test_that("trials are kept with a calibration on request only", {
  large <- simulate_lr(3000, 3000)
  bytes <- \(fit) length(serialize(fit, NULL))
  expect_lt(bytes(calibrate(large)), 10000)
  expect_gt(bytes(calibrate(large, keep_trials = TRUE)), 40000)
  kept <- reread(calibrate(x, keep_trials = TRUE))
  expect_identical(predicted(kept), predicted(fit))
  expect_identical(glance(kept), glance(fit))
  data <- data.frame(t = x$truth, a = x$value, b = rnorm(length(x)))
  fused <- fuse(t ~ a + b, data)
  expect_identical(predicted(reread(fuse(t ~ a + b, data, keep_trials = TRUE))), predicted(fused))
  expect_error(predicted(reread(fused)), class = "calibrant_error_no_trials")
  expect_identical(predicted(reread(fused), data), predicted(fused, data))
  expect_error(calibrate(x, keep_trials = NA), class = "calibrant_error_input")
  # An altered calibration has no trials, instead of those of another one.
  other <- fit
  other$prior <- 0.1
  expect_error(predicted(other), class = "calibrant_error_no_trials")
})
