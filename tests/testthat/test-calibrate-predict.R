set.seed(1)
x <- overlapping_set()
fit <- calibrate(x)

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

test_that("without new data the training trials are calibrated", {
  expect_identical(predicted(fit)$value, predicted(fit, x)$value)
})

reread <- function(fit) {
  file <- withr::local_tempfile()
  saveRDS(fit, file)
  readRDS(file)
}

test_that("a calibration survives saveRDS(), and leaves its trials behind", {
  for (method in calibrant:::calibration_method_names()) {
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
  # What was altered has no trials rather than those of another.
  other <- fit
  other$prior <- 0.1
  expect_error(predicted(other), class = "calibrant_error_no_trials")
})

test_that("LRs that so few trials cannot bear out are pointed out, once", {
  six <- lr_set(list(h1 = c(2.1, 3.4, 4.0), h2 = c(-1.2, .3, .9)), scale = "score")
  for (method in c("kde", "gaussian")) {
    fit <- calibrate(six, method)
    expect_warning(predict(fit, c(-1, 2, 4)), class = "calibrant_warning_extrapolation")
    expect_warning(predict(fit, data.frame(score = c(-1, 2, 4)), type = "posterior"),
      class = "calibrant_warning_extrapolation")
    expect_no_warning(predict(fit, 1.5))
    expect_no_warning(predict(fit, six))
    expect_output(print(fit), "bound_lr")
    expect_no_warning(predict(bound_lr(fit, "limits", limits = c(-1, 1)), c(-1, 2, 4)))
  }
  limit <- calibrant:::bearable(c(h1 = 9, h2 = 99))
  expect_equal(unname(limit), log(c(1 / 10, 100)))
  many <- calibrate(simulate_lr(1e4, 1e4, s = 1))
  expect_no_warning(predict(many, c(-1, 1)))
  expect_no_match(capture.output(print(many)), "bound_lr")
  # What is certain was certain before.
  expect_no_warning(predict(many, c(-Inf, Inf)))
})

test_that("a system without a name of its own is found", {
  y <- lr_set(rep(x$value, 2), rep(x$truth, 2), "log10", system = rep(c("", "b"), each = length(x)))
  both <- calibrate(y)
  expect_identical(predicted(both, 1, system = ""), predicted(fit, 1))
})
