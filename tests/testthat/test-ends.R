# Each result must be a correct number, or an error of our classes.
ends <- c(
  .Machine$double.xmax, 1e308, 1e15, 2^53, 1 - 2^-53, 2^-53, 1e-300, 1e-308, 2^-1074, 0, Inf, -Inf
)

number_or_refusal <- function(code) {
  found <- tryCatch(suppressMessages(suppressWarnings(code)), calibrant_error = \(cnd) NULL)
  numbers <- rapply(as.list(found), identity, "numeric", how = "unlist")
  expect_false(any(is.nan(numbers)), label = deparse1(substitute(code)))
  invisible(found)
}

test_that("no AUC is above 1, whatever the weights", {
  withr::local_seed(1)
  for (i in 1:100) {
    n <- sample(2:9, 1)
    value <- c(runif(n) + 1, runif(n) - 1)
    x <- lr_set(value, rep(c(TRUE, FALSE), each = n), "ln", weight = 10^runif(2 * n, -3, 3),
      sure = TRUE)
    expect_lte(auc(x), 1)
    expect_gt(auc(x), 1 - 1e-14)
  }
})

test_that("an ECE is a number at any prior odds, beside infinite LRs too", {
  x <- lr_set(c(Inf, 1, 0.5, 0, -1, -Inf), rep(c(TRUE, FALSE), each = 3), "log10", sure = TRUE)
  odds <- c(-1e300, -400, -324, -323, 0, 323, 324, 400, 1e300)
  curve <- ece_curve(x, log10_prior_odds = odds)
  for (name in c("ece", "ece_min", "ece_null")) {
    expect_true(all(is.finite(curve[[name]])))
    expect_true(all(curve[[name]][abs(odds) == 1e300] == 0))
  }
})

test_that("a posterior is 0 or 1 at a prior of 0 or 1, whatever the LR", {
  x <- simulate_lr(30, 30, s = 2)
  fit <- calibrate(x, penalty = 0.1)
  for (value in c(Inf, -Inf, 0, 1e308, -1e308)) {
    for (prior in 0:1) {
      p <- suppressWarnings(predict(fit, value, type = "prob", prior = prior))
      expect_identical(as.double(p), as.double(prior))
    }
  }
  for (prior in 0:1) expect_true(all(posterior(x, prior = prior) == prior))
})

test_that("settings at the ends give numbers or are refused", {
  x <- simulate_lr(30, 30, s = 2)
  fit <- calibrate(x, penalty = 0.1)
  for (end in ends) {
    for (method in c("logistic", "spline")) {
      number_or_refusal(coef(calibrate(x, method, penalty = end)))
      number_or_refusal(coef(calibrate(x, method, penalty = 0, prior = end)))
    }
    number_or_refusal(auc(gaussian_system(s = end)))
    number_or_refusal(cllr(gaussian_system(cllr = end)))
    number_or_refusal(confint(fit, level = end))
    number_or_refusal(predict(fit, 1, level = end))
    number_or_refusal(misleading(x, level = end))
    number_or_refusal(measures(x, "cllr", level = end, replicates = 20))
    number_or_refusal(measures(x, "cllr", replicates = end))
    number_or_refusal(rule_of_30(level = end))
    number_or_refusal(rule_of_30(p = 0.1, n_trials = end))
    number_or_refusal(rule_of_30(p = end, n_trials = 1e308))
    number_or_refusal(bayes_threshold(prior = end, scale = "log10"))
    number_or_refusal(dcf(x, prior = end, c_miss = 1e308))
    number_or_refusal(bayes_error(x, prior = end))
    number_or_refusal(posterior(x, prior = end))
    number_or_refusal(verbal_scale(end, scale = "log10"))
    number_or_refusal(plan_size(gaussian_system(2), "cllr", half_width = end))
  }
})

test_that("cells count no finite LR as infinite", {
  x <- simulate_lr(30, 30, s = 2)
  for (width in 2^c(-1074, -1000, -100, -42, -10)) {
    tally <- number_or_refusal(lr_set(lr_tally(x, width = width)))
    if (!is.null(tally)) expect_true(is.finite(cllr(tally)))
  }
})
