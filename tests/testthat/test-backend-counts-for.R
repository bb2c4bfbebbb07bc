# Compares bins, except the unknown positions of trials beyond the window.
expect_same_bins <- function(found, expected) {
  expect_equal(as.data.frame(found), as.data.frame(expected))
  numbers <- c("system", "end", "n_h1", "n_h2")
  expect_equal(attr(found, "beyond")[numbers], attr(expected, "beyond")[numbers])
  expect_identical(attr(found, "cut"), attr(expected, "cut"))
}

test_that("what is asked at thresholds is that of the trials", {
  skip_unless_extended()
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
    expect_identical(misleading(far, level = 0.95), misleading(x, level = 0.95))
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
    \(x) misleading(x, level = 0.95), bayes_error, \(x) error_rates(x, c(-Inf, 0, Inf)),
    \(x) bayes_error(x, c(0, 0.2, 1)), \(x) summary(x, 0.3)$misleading_h1
  )
  for (verb in verbs) {
    expect_equal(suppressWarnings(verb(far)), suppressWarnings(verb(x)))
  }
})

test_that("curves of pictures are those of the trials wherever they are drawn", {
  skip_unless_extended()
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
  skip_unless_extended()
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
  misleading(far, level = 0.95)
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
