test_that("the best threshold has the least cost", {
  for (seed in 1:5) {
    x <- tied_set(seed)
    prior <- stats::plogis(seq(-6, 6, length.out = 25))
    threshold <- threshold_at(x, "dcf_min", prior, 2, 3)
    reachable <- !is.na(threshold)
    rates <- error_rates(x, threshold[reachable])
    p <- prior[reachable]
    expect_equal(p * 2 * rates$p_miss + (1 - p) * 3 * rates$p_fa, dcf_min(x, p, 2, 3))
  }
})

test_that("the best threshold says when none rejects all", {
  expect_equal(threshold_at(ln_set(0, 1), "dcf_min", c(0, 0.4, 0.6, 1)), c(Inf, Inf, -Inf, -Inf))
  expect_equal(threshold_at(ln_set(0, Inf), "dcf_min", c(0.4, 0.6)), c(NA, -Inf))
  expect_equal(threshold_at(score_set(c(1, 3), c(0, 2)), "dcf_min", 0.5), 1)
})

# All distinct thresholds, and the middle of each gap.
all_rates <- function(value, truth) {
  at <- sort(unique(value))
  at <- c(at, (at[-1] + at[-length(at)]) / 2)
  data.frame(at = at, p_miss = vapply(at, \(t) mean(value[truth] < t), 0),
    p_fa = vapply(at, \(t) mean(value[!truth] >= t), 0))
}

test_that("no threshold balances the errors better, and equal rates are hit where there are any", {
  set.seed(1)
  hit <- 0
  for (set in 1:3000) {
    truth <- rep(c(TRUE, FALSE), sample(6, 2, replace = TRUE))
    value <- if (set %% 2) rnorm(length(truth)) + truth else sample(5, length(truth), TRUE) + truth
    c_miss <- if (set %% 3) 1 else 2
    x <- suppressWarnings(lr_set(as.double(value), truth, scale = "score"))
    at <- threshold_at(x, "eer", c_miss = c_miss)
    rates <- all_rates(value, truth)
    apart <- abs(c_miss * rates$p_miss - rates$p_fa)
    own <- abs(c_miss * mean(value[truth] < at) - mean(value[!truth] >= at))
    if (own > min(apart) + 1e-12) fail(paste("set", set))
    hit <- hit + (own < 1e-12)
    if (own > 1e-12 && !at %in% value) fail(paste("set", set, "is between values"))
  }
  expect_gt(hit, 1000)
})

test_that("in a gap the threshold is the middle, and the curve stores the same", {
  x <- score_set(c(0.8, 0.9), c(0.1, 0.2))
  expect_equal(threshold_at(x, "eer"), 0.5)
  expect_equal(threshold_at(score_set(c(13, 11, 9, 8), 4), "eer"), 6)
  y <- lr_set(iris$Sepal.Length[1:100], rep(c(FALSE, TRUE), each = 50), scale = "score")
  expect_equal(threshold_at(y, "eer"), 5.5)
  for (set in list(x, y)) {
    expect_equal(attr(det_curve(set), "eer")$threshold, threshold_at(set, "eer"))
  }
  # An infinite value leaves no middle.
  expect_equal(threshold_at(ln_set(Inf, c(-Inf, 0)), "eer"), Inf)
  expect_equal(threshold_at(ln_set(2, -Inf), "eer"), 2)
})

test_that("a miss rate that the smallest value has too is that of the smallest value", {
  x <- score_set(c(0, 0, 0, 0, 0.1, 0.2, 0.3, 0.4, 0.5), c(0.5, 0.6))
  expect_equal(threshold_at(x, "p_miss", rate = 0.4), 0)
  expect_equal(error_rates(x, 0)$p_miss, 0)
})
