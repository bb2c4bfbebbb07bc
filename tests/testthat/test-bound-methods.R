test_that("predict moves what lies beyond to the nearer bound, and nothing else", {
  bound <- bound_lr(list(h1 = 2, h2 = -0.5), scale = "log10", method = "limits", limits = c(-1, 2))
  expect_identical(
    predict(bound, c(-Inf, -1.5, -1, -0.2, 0, 1.9, 2, 3, Inf)),
    c(-1, -1, -1, -0.2, 0, 1.9, 2, 2, 2)
  )
  x <- lr_set(c(Inf, 0, 50), c(TRUE, FALSE, FALSE), scale = "lr", weight = c(1, 2, 3))
  bounded <- predict(bound, x)
  expect_identical(bounded$value, c(2, -1, log10(50)))
  expect_identical(bounded$truth, x$truth)
  expect_identical(bounded$weight, x$weight)
  open <- bound_lr(x, "limits", limits = c(-Inf, Inf))
  expect_identical(predict(open, c(0, 3, Inf)), c(0, 3, Inf))
})

test_that("bounds fit their own trials: bounding twice changes nothing", {
  set.seed(35)
  x <- simulate_lr(60, 90, s = 3, stretch = 2)
  bound <- bound_lr(x)
  bounded <- predict(bound, x)
  expect_identical(predict(bound, bounded)$value, bounded$value)
  expect_lt(cllr(bounded), cllr(x))
})

# Replaces calibrate(): predict() returns the calibrated training trials, an lr_set for an lr_set
# with its truth, and log10 LRs for numbers.
stand_in_calibration <- function(training, slope) {
  structure(list(slope = slope, training = training), class = c("stand_in", "lr_calibration"))
}

register_stand_in <- function() {
  method <- function(object, newdata = object$training, ...) {
    if (is.numeric(newdata)) {
      return(object$slope * newdata / log(10))
    }
    lr_set(object$slope * newdata$value, newdata$truth, scale = "ln")
  }
  registerS3method("predict", "stand_in", method, envir = asNamespace("stats"))
}

test_that("bounds after a calibration calibrate first", {
  register_stand_in()
  set.seed(37)
  scores <- lr_set(c(rnorm(40, 2), rnorm(60)), rep(c(TRUE, FALSE), c(40, 60)), scale = "score")
  fit <- stand_in_calibration(scores, slope = 1.5)
  calibrated <- lr_set(1.5 * scores$value, scores$truth, scale = "ln")
  bound <- bound_lr(fit, method = "iv")
  expect_equal(coef(bound), coef(bound_lr(calibrated, method = "iv")))
  expect_equal(
    predict(bound, c(-Inf, 0.1, 7)),
    unname(c(coef(bound)["lower"], 0.15 / log(10), coef(bound)["upper"]))
  )
  expect_equal(predict(bound, scores)$value, predict(bound_lr(calibrated, "iv"), calibrated)$value)
  others <- lr_set(c(rnorm(9, 2), rnorm(9)), rep(c(TRUE, FALSE), each = 9), scale = "score")
  expect_equal(coef(bound_lr(fit, trials = others)), coef(bound_lr(predict(fit, others))))
  expect_error(bound_lr(fit, trials = 1:3), class = "calibrant_error_input")
  expect_output(print(bound), "after a calibration")
})

test_that("tidy counts the trials beyond", {
  bound <- bound_lr(c(0.001, 0.5, 1, 2, 300, Inf), c(FALSE, FALSE, TRUE, FALSE, TRUE, TRUE),
    scale = "lr", method = "limits", limits = c(-1, 1)
  )
  expect_equal(tidy(bound)$n_beyond, c(1, 2))
  expect_equal(tidy(bound)$estimate, c(-1, 1))
  expect_equal(tidy(bound)$lr, c(0.1, 10))
  expect_output(print(bound), "limits set by the user")
})

test_that("predict() reads and returns the scale of its set, and takes others by type", {
  lr <- c(1e4, 200, 3, .5, .01, 1e-4, 2, .2)
  truth <- rep(c(TRUE, FALSE), each = 4)
  log10_bounds <- pmin(pmax(log10(lr), -2), 2)
  for (scale in c("lr", "log10", "ln", "log2")) {
    of <- \(log10_lr, scale) switch(scale, lr = 10^log10_lr, log10 = log10_lr,
      ln = log10_lr * log(10), log2 = log10_lr * log2(10))
    x <- lr_set(of(log10(lr), scale), truth, scale = scale)
    bound <- bound_lr(x, method = "limits", limits = c(-2, 2))
    expect_equal(predict(bound, x$value), of(log10_bounds, scale))
    for (type in c("lr", "log10", "ln", "log2")) {
      expect_equal(predict(bound, x$value, type = type), of(log10_bounds, type))
      expect_equal(predict(bound, x, type = type)$value, of(log10_bounds, type))
    }
    expect_equal(predict(bound, as.data.frame(x)), predict(bound, x$value))
    expect_identical(predict(bound, x$value[3]), x$value[3])
  }
  expect_error(predict(bound, 1, type = "posterior"), class = "calibrant_error_input")
  expect_error(predict(bound, 1, typo = "lr"), "typo", class = "calibrant_error_input")
})

test_that("bounds keep what is known of the trials", {
  x <- random_set(1, n_h1 = 20, n_h2 = 30)
  crossed <- cross_calibrate(x, folds = 5)
  bounded <- predict(bound_lr(crossed, method = "limits", limits = c(-0.2, 0.2)), crossed)
  expect_false(is.null(crossed$fold))
  expect_identical(bounded$fold, crossed$fold)
  expect_identical(as_lr_set(crossed)$fold, crossed$fold)
})

test_that("damaged bounds say so in every verb", {
  fine <- withr::with_seed(1, bound_lr(simulate_lr(50, 80, s = 2)))
  altered <- \(...) {
    given <- list(...)
    fields <- unclass(fine)
    structure(c(fields[setdiff(names(fields), names(given))], given), class = class(fine))
  }
  table <- unclass(fine)$bounds
  bad <- list(
    altered(bounds = NULL), altered(bounds = table["system"]), altered(bounds = table[0, ]),
    altered(bounds = transform(table, lower = NA)), altered(bounds = transform(table, upper = -9)),
    altered(method = NULL), altered(method = "other"), altered(x = NULL), altered(calibration = 1),
    altered(bounds = transform(table, lower = "a")), structure(list(), class = "lr_bound")
  )
  verbs <- list(
    \(b) predict(b, c(-9, 0, 9)), coef, tidy, print, tippett_curve, ggplot2::autoplot, plot
  )
  for (bound in bad) {
    for (verb in verbs) expect_error(verb(bound), class = "calibrant_error_damaged")
  }
})

test_that("limits say where bounds moved the LR or one of its ends", {
  fit <- calibrate(withr::with_seed(1, simulate_lr(60, 90, s = 2)))
  new <- c(-9, -Inf, 0.1, 9, Inf)
  found <- predict(bound_lr(fit), new, level = 0.9)
  expect_identical(found$at_bound, c(TRUE, TRUE, FALSE, TRUE, TRUE))
  ends <- predict(fit, 0.1, level = 0.9)
  near <- bound_lr(fit, "limits", limits = c(-1, (ends$log10_lr + ends$upper) / 2))
  found <- predict(near, 0.1, level = 0.9)
  expect_identical(found$log10_lr, ends$log10_lr)
  expect_true(found$at_bound)
})
