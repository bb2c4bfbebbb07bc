# A stream that keeps no counts, and the same trials in memory.
many_values <- function(x, size = 900) {
  found <- streamed(x, size)
  expect_true(all(vapply(systems_of(found), has_many, NA)))
  found
}

gaussian_trials <- function(n, scale = "ln") {
  truth <- rep(c(TRUE, FALSE), c(n / 4, n - n / 4))
  llr <- stats::rnorm(n, ifelse(truth, 2, -2), 2)
  llr[1:40] <- round(llr[1:40])
  llr[c(50:53, n - 1:3)] <- c(0, 0, 1, 1, 0, -1, 1)
  value <- switch(scale, ln = llr, log10 = llr / log(10), log2 = llr / log(2), lr = exp(llr),
    score = llr * 3 + 1000
  )
  lr_set(value, truth, scale = scale)
}

# How far the trials beyond the window lie is not known.
expect_same_bins <- function(found, expected) {
  expect_equal(as.data.frame(found), as.data.frame(expected))
  numbers <- c("system", "end", "n_h1", "n_h2")
  expect_equal(attr(found, "beyond")[numbers], attr(expected, "beyond")[numbers])
  expect_identical(attr(found, "cut"), attr(expected, "cut"))
}

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

test_that("what is asked at thresholds is that of the trials", {
  withr::local_seed(1)
  tight()
  prior <- c(0.001, 0.3, 0.5, 0.99)
  for (scale in c("ln", "log10", "log2", "lr", "score")) {
    x <- gaussian_trials(4000, scale)
    far <- many_values(x)
    at <- c(-2, -0.5, 0, 0.3, 1, to_log10(x$value[c(7, 9, 1500)], scale))
    expect_identical(error_rates(far, at), error_rates(x, at))
    expect_identical(dcf(far, prior, threshold = 0.2), dcf(x, prior, threshold = 0.2))
    expect_identical(threshold_at(far, "dcf_min", prior), threshold_at(x, "dcf_min", prior))
    expect_same_bins(lr_histogram(far, breaks = at), lr_histogram(x, breaks = at))
    expect_equal(cost_curve(far, prior), cost_curve(x, prior))
    expect_equal(unclass(dcf_table(far)), unclass(dcf_table(x)))
    if (scale == "score") next
    expect_identical(dcf(far, prior), dcf(x, prior))
    expect_identical(bayes_error(far, prior), bayes_error(x, prior))
    expect_equal(bayes_error_curve(far), bayes_error_curve(x))
    expect_identical(misleading(far), misleading(x))
    expect_identical(misleading_rates(far), misleading_rates(x))
    expect_identical(turing_bounds(far), turing_bounds(x))
    expect_equal(posterior_histogram(far, 0.2), posterior_histogram(x, 0.2))
  }
})

test_that("infinite LRs and several systems are counted at thresholds too", {
  withr::local_seed(2)
  tight()
  x <- gaussian_trials(4000)
  value <- replace(x$value, c(1:3, 3990:4000), c(Inf, -Inf, Inf, rep(-Inf, 10), Inf))
  x <- lr_set(value, x$truth, scale = "ln", system = rep(c("a", "b"), 2000))
  far <- many_values(x)
  expect_same_bins(lr_histogram(far, breaks = -3:3), lr_histogram(x, breaks = -3:3))
  verbs <- list(
    misleading_rates, bayes_error, \(x) error_rates(x, c(-Inf, 0, Inf)),
    \(x) bayes_error(x, c(0, 0.2, 1)), \(x) summary(x, 0.3)$misleading_h1
  )
  for (verb in verbs) {
    expect_equal(suppressWarnings(verb(far)), suppressWarnings(verb(x)))
  }
})

test_that("curves of pictures are those of the trials wherever they are drawn", {
  withr::local_seed(3)
  tight(buckets = 2^14)
  for (scale in cases_of(c("ln", "lr", "score"), 2)) {
    x <- gaussian_trials(40000, scale)
    far <- many_values(x)
    found <- det_curve(far)
    expected <- det_curve(x)
    at <- match(
      paste(found$p_fa, found$p_miss), paste(expected$p_fa, expected$p_miss)
    )
    expect_false(anyNA(at))
    expect_identical(sum(found$hull), sum(expected$hull))
    expect_lt(max(abs(diff(found$p_miss))), 0.003)
    expect_true(all(found$threshold <= expected$threshold[at]))
    expect_true(all(found$threshold >= c(-Inf, expected$threshold)[at]))
    for (name in c("eer", "dr30")) expect_equal(attr(found, name), attr(expected, name))
    expect_equal(attr(found, "auc")$auc, attr(expected, "auc")$auc, tolerance = 1e-3)
    if (scale == "score") next
    for (style in c("greater", "cumulative")) {
      found <- tippett_curve(far, style = style)
      for (h in c("h1", "h2")) {
        llr <- to_log10(x$value[x$truth == (h == "h1")], scale)
        below <- style == "cumulative" && h == "h1"
        at_least <- style == "cumulative" && h == "h2"
        share <- vapply(found$log10_lr, \(t) {
          mean(if (below) llr <= t else if (at_least) llr >= t else llr > t)
        }, 0)
        expect_equal(found[[h]], share, tolerance = 1e-14)
      }
      expect_gt(nrow(found), 1000)
    }
  }
})

test_that("pictures reach into the tails, also where these share a bucket", {
  withr::local_seed(12)
  tight(values = 2000)
  truth <- rep(c(TRUE, FALSE), c(20000, 20000))
  heavy <- stats::rt(40000, 2) * 3 + truth
  far <- replace(heavy, 1:3, c(1e6, -1e5, 1e4))
  spiked <- replace(heavy, seq(2, 40000, 5), 0.123)
  for (value in list(heavy, far, spiked)) {
    x <- lr_set(value, truth, scale = "ln", sure = TRUE)
    found <- det_curve(many_values(x))
    expect_true(all(found$p_fa %in% det_curve(x)$p_fa))
    expect_true(any(found$p_fa > 0 & found$p_fa < 3 / 20000))
    expect_true(any(found$p_miss > 0 & found$p_miss < 3 / 20000))
    steps <- diff(found$p_miss)
    alone <- sum(value == 0.123 & truth) / 20000
    expect_true(all(steps < 0.004 | abs(steps - alone) < 0.004))
  }
})

test_that("error rates at the crossing, bounds and sentences are those of the trials", {
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
  withr::local_seed(6)
  tight()
  for (scale in c("ln", "log10", "lr", "score")) {
    x <- gaussian_trials(8000, scale)
    far <- many_values(x)
    for (prior in c(0.5, 0.01)) {
      for (lambda in c(0, 5)) {
        found <- calibrate(far, prior = prior, lambda = lambda)
        expected <- calibrate(x, prior = prior, lambda = lambda)
        expect_equal(coef(found), coef(expected), tolerance = 1e-10)
        expect_equal(vcov(found), vcov(expected), tolerance = 1e-8)
        expect_equal(
          found$transforms[[1]]$objective, expected$transforms[[1]]$objective,
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

test_that("a pass is made for what is not known, and no more", {
  withr::local_seed(9)
  tight()
  x <- gaussian_trials(4000)
  passes <- 0
  data <- table_of(x)
  reader <- chunks_of(data, 900)
  rewind <- reader$rewind
  reader$rewind <- \() {
    passes <<- passes + 1
    rewind()
  }
  far <- lr_set(reader, truth ~ value, scale = "ln")
  expect_identical(passes, 1)
  error_rates(far, c(0, 1))
  error_rates(far, 1)
  expect_identical(passes, 2)
  tippett_curve(far)
  before <- passes
  tippett_curve(far, style = "cumulative")
  misleading_rates(far)
  expect_identical(passes, before)
})

test_that("what needs all distinct values says what to do", {
  withr::local_seed(10)
  tight()
  far <- many_values(gaussian_trials(4000))
  for (verb in list(auc, \(x) bound_lr(x, method = "iv", step = 0.01), \(x) {
    calibrate(x, method = "kde")
  })) {
    expect_error(verb(far), class = "calibrant_error_no_counts")
  }
})

test_that("moments, strength and invariance bounds are those of the trials", {
  withr::local_seed(13)
  tight()
  for (scale in c("ln", "log10", "log2", "lr")) {
    x <- gaussian_trials(8000, scale)
    far <- many_values(x)
    expect_equal(lr_moments(far), lr_moments(x), tolerance = 1e-11)
    expect_equal(lr_strength(far)$median, lr_strength(x)$median, tolerance = 1e-15)
    expect_equal(lr_strength(far), lr_strength(x), tolerance = 1e-13)
    expect_identical(bound_lr(far, "iv")$bounds, bound_lr(x, "iv")$bounds)
  }
  part <- rep(1:2, 4000)
  shards <- c(many_values(x[part == 1]), x[part == 2], pool = TRUE)
  expect_equal(lr_moments(shards), lr_moments(x), tolerance = 1e-11)
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
    found <- lr_moments(far)
    expected <- lr_moments(x)
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
    expect_equal(
      suppressWarnings(lr_moments(far)), suppressWarnings(lr_moments(y)), tolerance = 1e-11
    )
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
