# Score tests of the columns of `extra` beside a line, by glm.
score_p <- function(x, truth, extra) {
  line <- glm(truth ~ x, binomial(), control = list(epsilon = 1e-14, maxit = 100))
  mu <- fitted(line)
  residual <- apply(extra, 2, \(e) resid(lm(e ~ x, weights = mu * (1 - mu))))
  u <- crossprod(residual, truth - mu)
  v <- crossprod(residual, mu * (1 - mu) * residual)
  pchisq(drop(crossprod(u, solve(v, u))), ncol(extra), lower.tail = FALSE)
}

form_p <- function(x, truth) {
  ends <- quantile(x, c(0.2, 0.8))
  square <- score_p(x, truth, cbind(x^2))
  hinges <- score_p(x, truth, cbind(pmax(x - ends[2], 0), pmax(ends[1] - x, 0)))
  min(1, 2 * min(square, hinges))
}

unequal <- function(n = 1000) {
  withr::with_seed(28, lr_set(
    c(rnorm(n, 2, 1), rnorm(n, 0, 1.5)), rep(c(TRUE, FALSE), each = n), scale = "score"
  ))
}

test_that("the p-value is that of score tests beside a line", {
  set.seed(1)
  for (n in list(c(20, 20), c(8, 200), c(150, 40))) {
    truth <- rep(c(TRUE, FALSE), n)
    for (x in list(rnorm(sum(n), truth), round(rnorm(sum(n), 2 * truth, 2), 1))) {
      fit <- calibrate(lr_set(x, truth, scale = "score"), prior = 0.1)
      expect_equal(form_p_value(fit, 1), form_p(x, truth), tolerance = 1e-6)
    }
  }
  # Limits of methods that are valid at LR = 0 and Inf too, although only finite LRs have a form.
  x <- withr::with_seed(2, rnorm(200, 1.5 * rep(1:0, each = 100)))
  truth <- rep(c(TRUE, FALSE), each = 100)
  certain <- lr_set(c(x, Inf, Inf, -Inf), c(truth, TRUE, TRUE, FALSE), "ln")
  expect_equal(form_p_value(calibrate(certain), 1), form_p(x, truth), tolerance = 1e-6)
  inputs <- cbind(x, rev(x)^2)
  fused <- fuse(inputs, truth)
  expect_equal(form_p_value(fused, 1), form_p(drop(inputs %*% coef(fused)[1:2]), truth),
    tolerance = 1e-6)
})

test_that("limits of a form that the trials contradict are not stated", {
  fit <- calibrate(unequal())
  new <- lr_set(c(4.5, -4), c(TRUE, FALSE), scale = "score")
  wrong <- "calibrant_warning_form"
  expect_warning(of_set <- predict(fit, new, level = 0.95), "p < 0.000001", class = wrong)
  expect_warning(of_numbers <- predict(fit, c(4.5, -4), level = 0.95), class = wrong)
  expect_no_warning(predict(fit, new))
  for (predicted in list(of_set, of_numbers, c(a = of_set, b = of_set))) {
    said <- verbal_scale(predicted)$sentence
    expect_match(said, "no limits of the LR are given")
    expect_no_match(said, "support LRs|leave open")
  }
  expect_output(print(of_set), "contradict the form of the calibration")
  expect_match(explain(of_set), "no statement is made about how well the LRs are known")
  expect_match(explain(fit), "contradict the form of the calibration \\(p < 0.000001\\)")
  # Bounds, or a file, do not correct a wrong form.
  bound <- bound_lr(fit)
  expect_warning(bounded <- predict(bound, 4.5, level = 0.95), class = wrong)
  expect_match(verbal_scale(bounded)$sentence, "no limits of the LR are given")
  file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(fit, file)
  again <- read_calibrant(file)
  expect_warning(predict(again, 4.5, level = 0.95), class = wrong)
  expect_identical(form_p_value(again, 1), form_p_value(fit, 1))
})

test_that("each system has its own form", {
  right <- withr::with_seed(3, lr_set(
    c(rnorm(1000, 1), rnorm(1000)), rep(c(TRUE, FALSE), each = 1000), scale = "score"
  ))
  both <- c(right = right, wrong = unequal())
  fit <- calibrate(both)
  expect_warning(limited <- predict(fit, both, level = 0.9), "\"wrong\"",
    class = "calibrant_warning_form")
  said <- verbal_scale(limited)$sentence
  expect_match(said[1:2000], "support LRs")
  expect_match(said[2001:4000], "no limits of the LR are given")
  expect_match(explain(limited)[[1]], "half of the LRs are known")
  expect_match(explain(limited)[[2]], "no statement is made about how well")
})

test_that("nothing is said of methods of any form, nor of trials without a known law", {
  x <- unequal(200)
  for (method in c("pav", "spline", "kde")) {
    fit <- suppressWarnings(calibrate(x, method = method))
    expect_no_warning(predict(fit, 1, level = 0.9))
  }
  set <- \(...) lr_set(x$value, x$truth, scale = "score", ...)
  weighted <- calibrate(set(weight = rep(1:2, 200)))
  shared <- calibrate(set(source1 = rep(1:100, 4)))
  separated <- calibrate(lr_set(c(3, 4, 1, 2), c(TRUE, TRUE, FALSE, FALSE), "score"), penalty = 1)
  two <- calibrate(lr_set(c(1, 1, 0, 1, 0, 0), rep(c(TRUE, FALSE), each = 3), "score"))
  forgotten <- unserialize(serialize(calibrate(x), NULL))
  for (fit in list(weighted, shared, separated, two, forgotten)) {
    expect_true(is.na(form_p_value(fit, 1)))
    expect_no_warning(predict(fit, x, level = 0.9))
  }
})

test_that("the question costs next to nothing, however many trials there are", {
  fit <- calibrate(unequal(2e5))
  asked <- system.time(form_p_value(fit, 1))[["user.self"]]
  expect_lt(asked, 0.5)
  expect_identical(form_p_value(fit, 1), form_p_value(fit, 1))
})
