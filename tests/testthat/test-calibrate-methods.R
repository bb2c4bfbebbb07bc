set.seed(1)
x <- overlapping_set()

test_that("glance() measures the training trials", {
  fit <- calibrate(x, prior = 0.1)
  found <- glance(fit)
  expect_identical(found$n_h1, 40L)
  expect_identical(found$n_h2, 90L)
  expect_equal(found$cllr_before, cllr(x))
  expect_equal(found$cllr, cllr(predicted(fit)))
  expect_equal(found$cllr_min, cllr_min(x))
  expect_equal(found$objective, cross_entropy(predicted(fit), prior = 0.1))
  expect_true(is.na(glance(calibrate(lr_set(x$value, x$truth, "score")))$cllr_before))
})

test_that("glance() has a row per system for every method", {
  both <- c(overlapping_set(system = "a"), overlapping_set(system = "b"))
  for (method in calibrant:::calibration_method_names) {
    found <- glance(suppressWarnings(calibrate(both, method)))
    expect_identical(as.character(found$system), c("a", "b"))
    expect_identical(found$method, rep(method, 2))
  }
})

test_that("augment() adds the calibrated LR to the trials", {
  fit <- calibrate(x, prior = 0.2)
  found <- augment(fit)
  expect_identical(found$log10_lr, x$value)
  expect_equal(found$.fitted, predicted(fit)$value)
  expect_equal(found$.posterior, predicted(fit, x, type = "posterior"))
  expect_equal(augment(fit, x[1:50])$.fitted, found$.fitted[1:50])
  expect_error(augment(fit, 1:3), class = "calibrant_error_input")
})

test_that("coef(), vcov() and df suit the method", {
  expect_identical(coef(suppressWarnings(calibrate(x, "pav"))), numeric(0))
  expect_null(vcov(calibrate(x, "kde")))
  expect_named(coef(calibrate(x, "bigaussian")), "s")
  expect_named(coef(calibrate(x, "beta")), c("a", "b", "offset"))
  expect_identical(attr(logLik(suppressWarnings(calibrate(x, "pav"))), "df"),
    as.double(nrow(pav(x))))
  expect_error(vcov(calibrate(x), type = "bootstrap"), class = "calibrant_error_input")
})

test_that("printing says what is done, for every method", {
  for (method in calibrant:::calibration_method_names) {
    fit <- suppressWarnings(calibrate(x, method))
    expect_output(print(fit), "Cllr after")
    expect_output(print(summary(fit)), "H1: truth is TRUE")
    expect_s3_class(fit, c("lr_calibration", "calibrant_object"), exact = TRUE)
  }
  shown <- capture.output(print(calibrate(x, prior = 0.1, penalty = 2)))
  expect_match(shown[1], "training prior 0.1, penalty = 2", fixed = TRUE)
  expect_output(print(calibrate(lr_set(x$value, x$truth, "score"))), "score")
})

test_that("no method trains at a prior below the normal doubles", {
  set.seed(2)
  x <- simulate_lr(20, 30, s = 1)
  trials <- as.data.frame(x)
  for (prior in c(5e-324, 1e-310)) {
    for (method in calibration_method_names) {
      expect_error(
        calibrate(x, method, prior = prior), "for training", class = "calibrant_error_input"
      )
    }
    expect_error(
      fuse(truth ~ log10_lr, trials, scale = "log10", prior = prior), "for training",
      class = "calibrant_error_input"
    )
  }
})
