test_that("cuts are where tables and axes have their thresholds", {
  threshold <- c(-Inf, -400, -310, -2, -1, -0.1, 0, 1e-300, 0.3, 1, 2, 3, 250, 308, Inf)
  for (scale in c("log10", "ln", "log2", "lr", "score")) {
    at <- cuts_at(scale, threshold)
    expect_length(at, length(threshold))
    expect_true(all(to_log10(at, scale) >= threshold))
    before <- -next_value(-at)
    inside <- before >= lowest_value(scale) & at > lowest_value(scale)
    expect_true(all(to_log10(before[inside], scale) < threshold[inside]))
    beyond <- cuts_at(scale, threshold, beyond = TRUE)
    there <- to_log10(beyond, scale)
    expect_true(all(there > threshold[seq_along(beyond)]))
    before <- pmax(-next_value(-beyond), lowest_value(scale))
    expect_true(all(to_log10(before, scale) <= threshold[seq_along(beyond)]))
  }
})

test_that("error rates at the crossing, bounds and sentences are those of the trials", {
  skip_unless_extended()
  withr::local_seed(4)
  tight()
  for (scale in c("ln", "log10", "lr")) {
    x <- gaussian_trials(40000, scale)
    far <- many_values(x)
    expect_identical(eer(far, "steps"), eer(x, "steps"))
    expect_identical(eer(far, c_fa = 3), eer(x, c_fa = 3))
    expect_identical(threshold_at(far, "eer"), threshold_at(x, "eer"))
    expect_identical(prbep(far, "steps"), prbep(x, "steps"))
    expect_identical(bound_lr(far)$bounds, bound_lr(x)$bounds)
    expect_equal(
      bound_curve(bound_lr(far), c(-3, 0, 1)), bound_curve(bound_lr(x), c(-3, 0, 1))
    )
    columns <- setdiff(names(summary(x)), "n_tied")
    expect_equal(
      as.data.frame(summary(far))[columns], as.data.frame(summary(x))[columns],
      tolerance = 1e-12
    )
    expect_identical(summary(far)$n_tied, NA_real_)
    expect_output(print(summary(far)), "tied trials")
    expect_identical(unclass(explain(far, 0.3)), unclass(explain(x, 0.3)))
  }
})

test_that("bounds are found wherever they are", {
  skip_unless_extended()
  withr::local_seed(5)
  tight()
  truth <- rep(c(TRUE, FALSE), c(3000, 5000))
  llr <- stats::rnorm(8000, ifelse(truth, 2, -2), 2)
  for (value in list(llr, 3 * llr, llr / 5, llr + 3, -llr, replace(llr, c(1:4, 7000), 9))) {
    x <- lr_set(value, truth, scale = "ln", sure = TRUE)
    for (method in c("elub", "iv")) {
      expect_identical(bound_lr(many_values(x), method)$bounds, bound_lr(x, method)$bounds)
    }
  }
})

test_that("logistic calibration by a pass is that of the trials", {
  skip_unless_extended()
  withr::local_seed(6)
  tight()
  for (scale in c("ln", "log10", "lr", "score")) {
    x <- gaussian_trials(8000, scale)
    far <- many_values(x)
    for (prior in c(0.5, 0.01)) {
      for (penalty in c(0, 5)) {
        found <- calibrate(far, prior = prior, penalty = penalty)
        expected <- calibrate(x, prior = prior, penalty = penalty)
        expect_equal(coef(found), coef(expected), tolerance = 1e-10)
        expect_equal(vcov(found), vcov(expected), tolerance = 1e-8)
        expect_equal(
          objective_of(found$transforms[[1]]), objective_of(expected$transforms[[1]]),
          tolerance = 1e-12
        )
      }
    }
  }
  for (factor in c(1e-3, 200)) {
    x <- gaussian_trials(8000)
    x <- lr_set(x$value * factor - 7, x$truth, scale = "score")
    expect_equal(coef(calibrate(many_values(x))), coef(calibrate(x)), tolerance = 1e-10)
  }
})

test_that("logistic calibration refuses what it refuses of trials", {
  withr::local_seed(7)
  tight()
  x <- gaussian_trials(4000)
  apart <- lr_set(abs(x$value) * ifelse(x$truth, 1, -1) + 1e-9 * x$truth, x$truth, scale = "ln")
  wrong <- lr_set(replace(x$value, 1:2, -Inf), x$truth, scale = "ln")
  certain <- lr_set(replace(x$value, c(1, 2, 4000), c(Inf, Inf, -Inf)), x$truth, scale = "ln")
  expect_error(calibrate(many_values(apart)), class = "calibrant_error_separable")
  expect_error(calibrate(many_values(wrong)), class = "calibrant_error_infinite")
  expect_equal(coef(calibrate(many_values(certain))), coef(calibrate(certain)), tolerance = 1e-10)
  backwards <- lr_set(-x$value, x$truth, scale = "score", sure = TRUE)
  expect_warning(
    found <- calibrate(many_values(backwards)),
    class = "calibrant_warning_direction"
  )
  expect_equal(coef(found), -coef(calibrate(x)) * c(1, -1), tolerance = 1e-10)
})

test_that("shards are counted at thresholds in each", {
  withr::local_seed(8)
  x <- gaussian_trials(8000)
  part <- rep(1:2, 4000)
  tight(values = 5000)
  whole <- c(streamed(x[part == 1], 900), x[part == 2], pool = TRUE)
  expect_false(has_many(only_system(whole)))
  tight(values = 3000)
  shards <- c(many_values(x[part == 1]), x[part == 2], pool = TRUE)
  expect_true(has_many(only_system(shards)))
  expect_identical(error_rates(shards, -1:1), error_rates(x, -1:1))
  expect_identical(bayes_error(shards), bayes_error(x))
  expect_identical(eer(shards, "steps"), eer(x, "steps"))
  expect_identical(bound_lr(shards)$bounds, bound_lr(x)$bounds)
  expect_equal(coef(calibrate(shards)), coef(calibrate(x)), tolerance = 1e-10)
  expect_identical(unclass(explain(shards)), unclass(explain(x)))
  expect_true(all(det_curve(shards)$p_fa %in% det_curve(x)$p_fa))
})

test_that("moments, strength and invariance bounds are those of the trials", {
  skip_unless_extended()
  withr::local_seed(13)
  tight()
  for (scale in c("ln", "log10", "log2", "lr")) {
    x <- gaussian_trials(8000, scale)
    far <- many_values(x)
    expect_equal(moments_in(far), moments_in(x), tolerance = 1e-11)
    expect_equal(lr_strength(far)$median, lr_strength(x)$median, tolerance = 1e-15)
    expect_equal(lr_strength(far), lr_strength(x), tolerance = 1e-13)
    expect_identical(bound_lr(far, "iv")$bounds, bound_lr(x, "iv")$bounds)
  }
  part <- rep(1:2, 4000)
  shards <- c(many_values(x[part == 1]), x[part == 2], pool = TRUE)
  expect_equal(moments_in(shards), moments_in(x), tolerance = 1e-11)
  expect_equal(lr_strength(shards), lr_strength(x), tolerance = 1e-13)
})

test_that("the LR that contributes most is found without taking all", {
  withr::local_seed(16)
  tight(values = 3000, buckets = 2^14)
  truth <- rep(c(TRUE, FALSE), c(20000, 60000))
  llr <- stats::rnorm(80000, ifelse(truth, 0.5, -0.5))
  taken <- 0
  for (value in list(llr, replace(llr, 20001:20040, 4.4), replace(llr, c(3, 70000), c(-9, 12)))) {
    x <- lr_set(value, truth, scale = "ln")
    far <- many_values(x, 40000)
    system <- only_system(far)
    system$backend$answers$between <- \(system, from, to) {
      found <- stream_between(system, from, to)
      taken <<- taken + length(found$value)
      found
    }
    found <- moments_in(far)
    expected <- moments_in(x)
    large <- expected$top_share > 0.01
    expect_equal(found$top_share[large], expected$top_share[large], tolerance = 1e-11)
    expect_true(all(found$top_share <= expected$top_share * (1 + 1e-9)))
    expect_lt(taken, 12000)
  }
})

test_that("moments and strength are exact far out, and where LRs are infinite", {
  withr::local_seed(14)
  tight()
  x <- gaussian_trials(4000)
  for (ends in list(c(2000, -1500, 1300, 1300), c(Inf, -Inf, -Inf, Inf))) {
    value <- replace(x$value, c(1, 2, 3990, 3991), ends)
    y <- lr_set(value, x$truth, scale = "ln", sure = TRUE)
    far <- many_values(y)
    expect_equal(moments_in(far), moments_in(y), tolerance = 1e-11)
    expect_equal(lr_strength(far), lr_strength(y), tolerance = 1e-13)
  }
})

test_that("many trials with one value where the bounds lie need not fit into memory", {
  withr::local_seed(21)
  tight()
  truth <- rep(c(TRUE, FALSE), c(2000, 6000))
  llr <- stats::rnorm(8000, ifelse(truth, 2, -2), 2)
  plain <- lr_set(llr, truth, scale = "ln")
  for (method in c("elub", "iv")) {
    bounds <- unlist(bound_lr(plain, method = method)$bounds[c("lower", "upper")])
    at <- log(10) * bounds[["upper"]]
    near <- order(abs(llr - at))[1:1000]
    x <- lr_set(replace(llr, near, at), truth, scale = "ln")
    far <- streamed(x, 900)
    expect_true(has_many(only_system(far)))
    expect_identical(bound_lr(far, method = method)$bounds, bound_lr(x, method = method)$bounds)
  }
})
