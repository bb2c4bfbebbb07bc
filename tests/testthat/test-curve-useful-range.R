# The computed ends agree with the signs on a dense grid.
expect_on_grid <- function(x, at = seq(-4, 4, by = 0.02)) {
  ranges <- useful_range(x)
  inside <- vapply(at, \(a) {
    any(a > ranges$log10_prior_odds_min & a < ranges$log10_prior_odds_max)
  }, NA)
  near_end <- vapply(at, \(a) {
    any(abs(a - unlist(ranges[c("log10_prior_odds_min", "log10_prior_odds_max")])) < 1e-6)
  }, NA)
  expected <- useful_grid(h1_of(x), h2_of(x), at)
  expect_identical(inside[!near_end], expected[!near_end])
}

test_that("agrees with the signs on a dense grid", {
  for (seed in 1:5) expect_on_grid(random_set(seed))
  withr::local_seed(1)
  for (stretch in c(0.3, 1, 2, 4)) {
    llr <- stretch * simulate_lr(30, 40, s = 1.5)$value * log(10)
    expect_on_grid(set_of(llr[1:30], llr[31:70]))
    expect_on_grid(set_of(llr[1:30] + 1, llr[31:70] + 1))
  }
})

test_that("ends where the curves cross", {
  x <- set_of(c(2, 1, 2, 1, -2.4), c(-2, -1, -2, -1, 2.3))
  ranges <- useful_range(x)
  ends <- unlist(ranges[c("prior_min", "prior_max")])
  ends <- ends[ends > 0 & ends < 1]
  expect_length(ends, 2)
  for (prior in ends) {
    expect_equal(ece_reference(h1_of(x), h2_of(x), prior), cross_entropy_null(prior),
      tolerance = 1e-12
    )
  }
  expect_equal(ranges$prior_min, stats::plogis(ranges$log10_prior_odds_min * log(10)))
})

test_that("finds several ranges", {
  withr::local_seed(3)
  found <- vapply(1:25, \(i) {
    x <- set_of(stats::rt(4, 2) * 2 + 1, stats::rt(5, 2) * 2 - 1)
    expect_on_grid(x)
    nrow(useful_range(x))
  }, 1L)
  expect_gt(max(found), 1)
})

test_that("finds a range too narrow for any grid", {
  # Overconfident LRs whose greatest information is barely above zero.
  stretched <- \(k) set_of(k * c(1, 2, 3, -2.2) - 0.06, k * c(-1, -2, -3, 2.2) - 0.06)
  information <- \(k) \(h) effective_information(stretched(k), stats::plogis(h))
  peak <- \(k) stats::optimize(information(k), c(-1, 1), maximum = TRUE, tol = 1e-9)
  k <- stats::uniroot(\(k) peak(k)$objective - 1e-9, c(0.5, 1.5), tol = 1e-12)$root
  ranges <- useful_range(stretched(k))
  expect_equal(nrow(ranges), 1)
  expect_lt(ranges$log10_prior_odds_max - ranges$log10_prior_odds_min, 1e-3)
  expect_equal(mean(c(ranges$log10_prior_odds_min, ranges$log10_prior_odds_max)) * log(10),
    peak(k)$maximum,
    tolerance = 1e-2
  )
  expect_equal(nrow(useful_range(stretched(k * 1.001))), 0)
})

test_that("decides by the limit whether a range goes on for ever", {
  # As the prior falls to 0, the mean ln LR under H1 is compared with the mean LR under H2 less 1.
  useful_low <- set_of(c(1, 1), c(-1, 0.5))
  expect_lt(mean(exp(c(-1, 0.5))) - 1, 1)
  expect_equal(useful_range(useful_low)$log10_prior_odds_min[1], -Inf)
  harmful_low <- set_of(c(1, 1), c(-1, 2))
  expect_gt(mean(exp(c(-1, 2))) - 1, 1)
  expect_gt(useful_range(harmful_low)$log10_prior_odds_min[1], -Inf)
  expect_equal(useful_range(set_of(Inf, -Inf))[-1], data.frame(
    log10_prior_odds_min = -Inf, log10_prior_odds_max = Inf, prior_min = 0, prior_max = 1
  ))
})

test_that("is empty for systems that never help", {
  for (x in list(set_of(c(0, 0), 0), set_of(-1, 1), set_of(c(-Inf, 5), -5))) {
    expect_equal(nrow(useful_range(x)), 0)
    expect_named(useful_range(x), c(
      "system", "log10_prior_odds_min", "log10_prior_odds_max", "prior_min", "prior_max"
    ))
  }
})

test_that("is mirrored when the hypotheses and the signs are swapped", {
  x <- set_of(c(2, 1, 2, 1, -2.4), c(-2, -1, -2, -1, 2.3))
  there <- useful_range(x)
  expect_equal(nrow(there), 1)
  back <- useful_range(set_of(-h2_of(x), -h1_of(x)))
  expect_equal(there$log10_prior_odds_min, -rev(back$log10_prior_odds_max), tolerance = 1e-10)
  expect_equal(there$log10_prior_odds_max, -rev(back$log10_prior_odds_min), tolerance = 1e-10)
})

test_that("has rows for each system that helps, and knows all systems", {
  x <- c(
    set_of(0, 0, system = rep("none", 2)), set_of(1, -1, system = rep("all", 2))
  )
  ranges <- useful_range(x)
  expect_equal(as.character(ranges$system), "all")
  expect_equal(levels(ranges$system), c("none", "all"))
})

test_that("survives LLRs of any size", {
  largest <- .Machine$double.xmax
  expect_equal(useful_range(set_of(largest, -largest))$log10_prior_odds_max, Inf)
  expect_equal(nrow(useful_range(set_of(-largest, largest))), 0)
  expect_silent(useful_range(set_of(c(800, 5e-324), c(-800, 0))))
  for (x in list(set_of(c(-1.7e308, 1), c(-2, 3)), set_of(c(-1.7e308, 1, 2), c(1.7e308, -1, 1)))) {
    expect_silent(ranges <- useful_range(x))
    expect_equal(nrow(ranges), 0)
  }
  # A single misleading LR of e^40 bounds the range from below, at an extreme prior.
  far <- set_of(rep(50, 10), c(rep(-50, 9), 40))
  low <- useful_range(far)$log10_prior_odds_min[1]
  expect_true(is.finite(low))
  expect_equal(
    sign(effective_information(far, stats::plogis((low + c(-0.01, 0.01)) * log(10)))), c(-1, 1)
  )
})

test_that("refuses scores", {
  expect_error(useful_range(set_of(1, -1, scale = "score")), class = "calibrant_error_score")
})

test_that("ends have intervals, which those of replicates make", {
  x <- withr::with_seed(1, simulate_lr(60, 120, s = 1.5, stretch = 2.5))
  found <- withr::with_seed(1, useful_range(x, level = 0.9, replicates = 60))
  expect_identical(found[names(useful_range(x))], useful_range(x))
  expect_true(all(found$min_lower <= found$log10_prior_odds_min))
  expect_true(all(found$log10_prior_odds_min <= found$min_upper))
  expect_true(all(found$max_lower <= found$log10_prior_odds_max))
  expect_true(all(found$log10_prior_odds_max <= found$max_upper))
  wider <- withr::with_seed(1, useful_range(x, level = 0.99, replicates = 60))
  expect_true(all(wider$min_lower <= found$min_lower & wider$max_upper >= found$max_upper))
  expect_error(useful_range(x, level = 2), class = "calibrant_error_input")
})

test_that("intervals of ends leave out half of the rest of the replicates on each side", {
  roots <- (1:99 - 50) / 100
  excess <- outer(end_window, roots, `-`)
  local_replaced(end_replicates = \(...) list(rbind(-excess, excess)))
  x <- withr::with_seed(1, simulate_lr(60, 120, s = 1.5, stretch = 2.5))
  found <- useful_range(x, level = 0.9, replicates = 99)
  # The k-th smallest of 99 replicates has probability k / 100.
  ends <- c(found$log10_prior_odds_min, found$log10_prior_odds_max)
  expect_equal(c(found$min_lower, found$max_lower), ends - 0.45)
  expect_equal(c(found$min_upper, found$max_upper), ends + 0.45)
})

test_that("the end of a replicate is where its excess turns negative", {
  line <- \(root) end_window - root
  expect_equal(find_end(-line(0.3)), 0.3)
  expect_identical(find_end(rep(-1, length(end_window))), -Inf)
  expect_identical(find_end(rep(1, length(end_window))), Inf)
})

test_that("the end is where the excess turns negative, not where it is", {
  excess <- ifelse(end_window < -1, 1, ifelse(end_window < 1.5, -1, 3))
  expect_equal(find_end(excess), -1.0625)
  expect_identical(find_end(-abs(excess)), -Inf)
  expect_identical(find_end(abs(excess)), Inf)
})
