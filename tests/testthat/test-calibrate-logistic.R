# A sweep over few values, repeated often enough to need samples, nodes and shortcuts.

test_that("large sets that a sample separates are calibrated", {
  for (seed in c(1, 9, 10)) {
    set.seed(seed)
    x <- simulate_lr(10000, 10000, s = 7)
    known <- newton_reference(x$value * log(10), x$truth)
    expect_equal(unname(coef(calibrate(x))), known, tolerance = 1e-8)
  }
  set.seed(1)
  truth <- rep(c(TRUE, FALSE), each = 10000)
  score <- rnorm(20000, ifelse(truth, 4, -4), 1.2)
  fit <- calibrate(lr_set(score, truth, scale = "score"))
  expect_equal(unname(coef(fit)), c(6.3941605, -0.1267584), tolerance = 1e-6)
  for (penalty in c(0, 0.1)) {
    known <- newton_reference(score, truth, penalty = penalty)
    for (weight in list(NULL, rep(1, 20000))) {
      found <- calibrate(score, truth, scale = "score", weight = weight, penalty = penalty)
      expect_equal(unname(coef(found)), known, tolerance = 1e-8)
    }
  }
  expect_no_error(calibrate(score, truth, scale = "score", method = "bigaussian"))
})

test_that("calibrate() on scores of a good system does what it says", {
  set.seed(1)
  truth <- rep(c(TRUE, FALSE), each = 1e5)
  score <- rnorm(2e5, ifelse(truth, 7, 0))
  found <- coef(calibrate(score, truth, scale = "score"))
  expect_equal(unname(found), newton_reference(score, truth, centre = 3.5), tolerance = 1e-8)
})

test_that("a rhythm in the data does not show", {
  truth <- rep(c(TRUE, FALSE), c(1400, 2800))
  score <- c(rep(c(0, 0, 1, 1), 350), rep(c(0, -1, 1, 0), 700))
  set.seed(1)
  for (scale in c("score", "ln", "log10")) {
    unit <- if (scale == "log10") log(10) else 1
    for (order in list(seq_along(score), sample(4200), order(score))) {
      found <- calibrate(score[order], truth[order], scale = scale)
      expect_equal(coef(found), c(slope = 1.2865453 / unit, offset = -0.3334634), tolerance = 1e-6)
    }
  }
})

test_that("a slope of zero is found and pointed out, in sets of any size", {
  for (times in c(1, 10, 1500, 20000)) {
    flat <- lr_set(rep(c(-1, 0, 1), times), rep(c(FALSE, TRUE, FALSE), times), "score")
    expect_warning(fit <- calibrate(flat), class = "calibrant_warning_direction")
    expect_lt(max(abs(coef(fit))), 1e-14)
  }
})

test_that("some H1 trials at infinity leave a fit to penalty", {
  one_wrong <- lr_set(c(Inf, Inf, -1, 0, -2), c(TRUE, TRUE, TRUE, FALSE, FALSE), "ln")
  fit <- tryCatch(calibrate(one_wrong, penalty = 0.1), calibrant_error_input = identity)
  expect_true(inherits(fit, "lr_calibration") || inherits(fit, "calibrant_error_infinite"))
})

# A small pattern and its repetitions must give the same result, in any order and by every method.
repeats_agree <- function(score, truth, times, tolerance = 1e-9) {
  fit <- \(score, truth, ...) {
    tryCatch(
      suppressWarnings(coef(calibrate(score, truth, scale = "score", ...))),
      calibrant_error_input = \(cnd) class(cnd)[1]
    )
  }
  few <- fit(score, truth)
  i <- rep(seq_along(score), times)
  for (order in list(i, sort(i), rev(i))) {
    expect_equal(fit(score[order], truth[order]), few, tolerance = tolerance)
    expect_equal(fit(score[order], truth[order], weight = rep(2, length(order))), few,
      tolerance = tolerance)
  }
}

test_that("small patterns repeated to large sizes give what they give themselves", {
  set.seed(1)
  for (case in cases_of(1:150, 1:15)) {
    n <- sample(3:9, 1)
    score <- sample(-2:2, n, replace = TRUE)
    truth <- sample(c(TRUE, FALSE), n, replace = TRUE)
    if (!any(truth) || all(truth)) next
    repeats_agree(score, truth, ceiling(4200 / n))
  }
})

test_that("an overlap by a hair is enough, and none is not", {
  for (gap in c(1e-3, 1e-8, 1e-12, 1e-15)) {
    score <- c(0, 1, 1 - gap, 2)
    truth <- c(FALSE, FALSE, TRUE, TRUE)
    fit <- calibrate(lr_set(score, truth, "score"))
    expect_equal(unname(coef(fit)), newton_reference(score, truth, centre = 1 - gap / 2),
      tolerance = 1e-7)
    repeats_agree(score, truth, 1500, tolerance = 1e-7)
    expect_error(calibrate(lr_set(c(0, 1, 1, 2), truth, "score")),
      class = "calibrant_error_separable")
  }
  # Values as close as doubles can be.
  tiny <- calibrate(lr_set(c(-1, 1e-300, -1e-300, 1), c(FALSE, FALSE, TRUE, TRUE), "score"))
  expect_equal(coef(tiny)[["slope"]], 690, tolerance = 0.02)
})

test_that("the unit of scores does not matter, from the least doubles to the greatest", {
  set.seed(2)
  truth <- rep(c(TRUE, FALSE), c(20, 60))
  score <- rnorm(80, 2 * truth)
  for (times in c(1, 60, 500)) {
    i <- rep(seq_along(score), times)
    for (method in c("logistic", "gaussian")) {
      known <- coef(calibrate(score[i], truth[i], scale = "score", method = method))
      for (power in c(-1000, -700, -200, 200, 700, 1015)) {
        found <- coef(calibrate(score[i] * 2^power, truth[i], scale = "score", method = method))
        expect_equal(found * 2^c(power, 0), known, tolerance = 1e-10)
      }
      expect_error(calibrate(score[i] * 1e-310, truth[i], scale = "score", method = method),
        class = "calibrant_error_size")
    }
  }
})

test_that("every method survives every size of scores, or says what is wrong", {
  set.seed(3)
  truth <- rep(c(TRUE, FALSE), c(20, 60))
  score <- rnorm(80, 2 * truth)
  for (method in calibrant:::calibration_method_names) {
    for (size in c(1e-310, 1e-300, 1e-150, 1e-20, 1e20, 1e150, 1e300, 1e307)) {
      value <- score * size
      llr <- tryCatch(
        suppressWarnings(predict(calibrate(value, truth, scale = "score", method = method), value)),
        calibrant_error_input = \(cnd) NULL
      )
      expect_false(anyNA(llr))
    }
  }
})

test_that("one trial however far on the wrong side costs what it costs", {
  set.seed(4)
  truth <- rep(c(TRUE, FALSE), c(30, 50))
  llr <- rnorm(80, ifelse(truth, 1, -1))
  for (far in c(1e3, 1e20, 1e100, 1e155, 1e160, 1e250, 1e307)) {
    expect_warning(
      fit <- calibrate(lr_set(replace(llr, 1, -far), truth, "ln")),
      class = "calibrant_warning_direction"
    )
    b <- coef(fit)
    # At the minimum the gradients of the far trial and of all others balance.
    eta <- b[["slope"]] * c(llr[-1], -far) + b[["offset"]]
    t <- c(truth[-1], TRUE)
    pull <- ifelse(t, -plogis(-eta) / 30, plogis(eta) / 50)
    expect_lt(abs(sum(pull)), 1e-12)
    expect_lt(abs(sum(pull * c(llr[-1], -far) / far)), 1e-12 * sum(abs(pull[80])) + 1e-15)
  }
  for (times in c(1, 150)) {
    i <- rep(seq_along(llr), times)
    far <- coef(calibrate(lr_set(c(llr[i], 1e308), c(truth[i], TRUE), "ln")))
    sure <- coef(calibrate(lr_set(c(llr[i], Inf), c(truth[i], TRUE), "ln")))
    expect_equal(far, sure, tolerance = 1e-12)
  }
})

test_that("beta calibration bears LRs of any size", {
  set.seed(5)
  truth <- rep(c(TRUE, FALSE), each = 40)
  for (centre in c(-690, -34.5, 34.5, 690)) {
    llr <- centre + rnorm(80, truth)
    fit <- tryCatch(calibrate(lr_set(llr, truth, "ln"), "beta"), calibrant_error_input = identity)
    if (inherits(fit, "lr_calibration")) expect_false(anyNA(predicted(fit)$value))
  }
  # A wide range, in which the slope of ln p matters.
  llr <- c(0, 0.1, 0.5, 1, 2, 3000, 0, 0.2, 0.1, 0.7, 1500)
  truth <- rep(c(TRUE, FALSE), c(6, 5))
  fit <- suppressWarnings(calibrate(lr_set(llr, truth, "ln"), "beta"))
  grid <- expand.grid(a = c(0, 10^seq(-3, 3, by = 0.25)), b = c(0, 10^seq(-5, 1, by = 0.5)))
  cost <- Map(\(a, b) {
    z <- a * plogis(llr, log.p = TRUE) - b * plogis(-llr, log.p = TRUE)
    optimize(\(c) min(logistic_cost(z + c, truth, 0.5), 1e6), c(-100, 100))$objective
  }, grid$a, grid$b)
  expect_lte(glance(fit)$objective, min(unlist(cost)) + 1e-9)
})

test_that("trials in any order give the same answer", {
  set.seed(6)
  truth <- rep(c(TRUE, FALSE), c(2000, 6000))
  llr <- rnorm(8000, ifelse(truth, 1, -1), 2)
  for (method in setdiff(calibrant:::calibration_method_names, "pav")) {
    known <- coef(calibrate(llr, truth, scale = "ln", method = method))
    for (order in list(sample(8000), order(llr), order(-llr), order(truth, llr))) {
      expect_equal(coef(calibrate(llr[order], truth[order], scale = "ln", method = method)), known,
        tolerance = 1e-12)
    }
  }
  # Results of few trials do not depend on their order, to the bit.
  few <- sample(8000, 900)
  again <- sample(few)
  expect_identical(
    coef(calibrate(llr[few], truth[few], scale = "ln")),
    coef(calibrate(llr[again], truth[again], scale = "ln"))
  )
})
