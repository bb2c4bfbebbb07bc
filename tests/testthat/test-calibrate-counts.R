test_that("separable trials are refused, and penalty helps", {
  separable <- list(
    ln_trials(c(1, 2), c(-1, 0)), ln_trials(1, -1),
    ln_trials(c(1, 2), c(1, 0)), ln_trials(0, c(1, 2))
  )
  for (x in separable) {
    expect_error(calibrate(x), class = "calibrant_error_separable")
    expect_error(calibrate(x, "bigaussian"), class = "calibrant_error_separable")
    expect_true(all(is.finite(coef(suppressWarnings(calibrate(x, penalty = 0.1))))))
  }
})

test_that("what cannot be calibrated is refused", {
  x <- ln_trials(c(1, 2, 0), c(-1, 0.5))
  expect_error(calibrate(ln_trials(c(1, 1), 1)), class = "calibrant_error_constant")
  expect_error(calibrate(ln_trials(c(1, 1), 1), "gaussian"), class = "calibrant_error_constant")
  expect_error(calibrate(c(1, NaN), truth = c(TRUE, FALSE), scale = "ln"),
    class = "calibrant_error_input")
  expect_error(calibrate(1:2, truth = c(TRUE, TRUE), scale = "ln"),
    class = "calibrant_error_one_class")
  expect_error(calibrate(x, "magic"), class = "calibrant_error_input")
  expect_error(calibrate(x, "pav", penalty = 1), class = "calibrant_error_input")
  expect_error(calibrate(x, "kde", bandwidth = 0), class = "calibrant_error_input")
  expect_error(calibrate(x, "pav", infinite = "hide"), class = "calibrant_error_input")
  expect_error(calibrate(x, penalty = -1), class = "calibrant_error_input")
  for (prior in list(0, 1, NA_real_, c(0.1, 0.2))) {
    expect_error(calibrate(x, prior = prior), class = "calibrant_error_input")
  }
})

all_methods <- calibration_method_names

test_that("no method trains where a hypothesis has no finite LR", {
  for (x in list(
    lr_set(h1 = 10^c(2:10, 5.5), h2 = rep(0, 50), scale = "lr"),
    ln_trials(c(Inf, Inf, Inf), c(-2, 0, 1, 2)), ln_trials(c(Inf, -Inf), c(-2, 0, 1, 2))
  )) {
    refused <- \(...) expect_error(suppressWarnings(...), class = "calibrant_error_one_class")
    for (method in all_methods) {
      settings <- if (method %in% c("logistic", "beta", "bigaussian", "spline")) {
        list(list(), list(penalty = 0.1), list(penalty = 1))
      } else {
        list(list())
      }
      for (setting in settings) {
        refused(do.call(calibrate, c(list(x, method), setting)))
        refused(do.call(cross_calibrate, c(list(x, method, folds = 2), setting)))
      }
    }
    refused(fuse(list(a = x, b = x), penalty = 0.1))
  }
  w <- cbind(A = c(0, 0, 0, -Inf, -Inf), B = c(-1, 2, 0, 0, 0))
  two <- loglik_set(w, factor(rep(c("A", "B"), c(3, 2))))
  expect_error(calibrate(two, penalty = 0.1), class = "calibrant_error_one_class")
})

test_that("densities count infinite LRs, and an infinite end has the LR of its shares", {
  h2 <- c(-1, -0.5, 0, 0.5, -1.5, -2)
  at <- \(h1, ...) predict(calibrate(lr_set(list(h1 = h1, h2 = h2), scale = "log10"), ...), 0.4)
  some <- c(0.5, 1, 1.5)
  expect_equal(at(c(Inf, Inf, Inf, some), "kde", bandwidth = log(10) / 2),
    at(some, "kde", bandwidth = log(10) / 2) - log10(2))
  expect_equal(at(c(Inf, Inf, Inf, some), "gaussian"), 0.1655841, tolerance = 1e-6)
  x <- lr_set(
    list(h1 = c(qnorm(ppoints(100), 0.5), rep(Inf, 900)), h2 = qnorm(ppoints(1000), -0.5)),
    scale = "ln"
  )
  for (method in setdiff(all_methods, "bigaussian")) {
    lr <- suppressWarnings(predict(calibrate(x, method), 0, type = "lr"))
    expect_equal(unname(lr), 0.1, tolerance = 0.03, info = method)
  }
  both <- lr_set(
    list(h1 = c(rep(Inf, 5), 0.5, 1, 1.5, 2, 0), h2 = c(rep(Inf, 3), seq(-3, 0.3, length.out = 7))),
    scale = "log10"
  )
  expect_error(calibrate(both), class = "calibrant_error_infinite")
  for (method in c("gaussian", "kde")) {
    fit <- suppressWarnings(calibrate(both, method))
    expect_equal(predict(fit, c(-Inf, Inf), type = "lr"), c(0, 5 / 3))
    expect_true(is.finite(cllr(suppressMessages(suppressWarnings(predict(fit, both))))))
  }
  only_wrong <- lr_set(list(h1 = c(1, 2, -1), h2 = c(Inf, -1, 0)), scale = "ln")
  expect_error(calibrate(only_wrong, "kde"), class = "calibrant_error_infinite")
})
