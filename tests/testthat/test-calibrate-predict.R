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

test_that("what cannot be calibrated is refused", {
  expect_error(predicted(fit, c(1, NA)), class = "calibrant_error_input")
  expect_error(predicted(fit, "a"), class = "calibrant_error_input")
  expect_error(predicted(fit, 1, type = "odds"), class = "calibrant_error_input")
  expect_error(predicted(fit, 1:3, type = "posterior", prior = c(0.1, 0.2)),
    class = "calibrant_error_input")
  expect_error(predicted(fit, 1, type = "posterior", prior = 2), class = "calibrant_error_input")
})

test_that("a prior of 0 or 1 leaves nothing to infinite LRs", {
  fit <- suppressWarnings(calibrate(simulate_lr(50, 50, s = 2)))
  prob <- \(prior) predict(fit, c(Inf, 0, -Inf), type = "prob", prior = prior)
  expect_identical(prob(0), c(0, 0, 0))
  expect_identical(prob(1), c(1, 1, 1))
  expect_identical(prob(0.5)[c(1, 3)], c(1, 0))
})

# Brümmer 2010, section 7.7.1: increasing affine calibrations are a group.
test_that("calibrations are applied one after another, and undone", {
  x <- random_set(7)
  score <- x$value
  other <- lr_set(score + withr::with_seed(1, rnorm(40)), x$truth, scale = "score")
  first <- calibrate(lr_set(score, x$truth, scale = "score"))
  second <- calibrate(predict(first, other))
  once <- predict(first, c(-2, 0, 2), type = "ln")
  twice <- predict(second, predict(first, c(-2, 0, 2)), type = "ln")
  a <- coef(first)
  b <- coef(second)
  expect_equal(once, a[["slope"]] * c(-2, 0, 2) + a[["offset"]])
  expect_equal(twice, b[["slope"]] * once + b[["offset"]])
  expect_equal((twice - b[["offset"]]) / b[["slope"]], once)
  # The evaluator finds the same minimum after any calibration of the group.
  alone <- calibrate(other)
  expect_equal(predict(second, predict(first, other))$value, predict(alone, other)$value)
  expect_equal(b[["slope"]] * a[["slope"]], coef(alone)[["slope"]])
})

test_that("the score of an LR is found by every method that rises", {
  x <- random_set(8, n_h1 = 60, n_h2 = 90)
  x <- lr_set(x$value, x$truth, scale = "score")
  for (method in c("logistic", "gaussian", "beta", "bigaussian", "spline")) {
    fit <- calibrate(x, method = method)
    score <- stats::uniroot(\(score) predict(fit, score) - 0.4, range(x$value), tol = 1e-12)$root
    expect_equal(predict(fit, score), 0.4)
  }
  # A block of PAV has one LR for all scores between its ends.
  fit <- calibrate(x, method = "pav", infinite = "add_misleading")
  block <- tidy(fit)[2, ]
  at <- predict(fit, c(block$min, block$max), type = "ln")
  expect_equal(at, rep(block$estimate, 2))
})
