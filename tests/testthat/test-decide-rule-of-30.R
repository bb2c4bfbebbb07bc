test_that("gives the numbers of the normal quantiles (thesis, appendix B)", {
  expect_equal(rule_of_30(), 30.06159393, tolerance = 1e-9)
  expect_equal(
    rule_of_30(level = c(0.9, 0.9, 0.95, 0.99), margin = c(0.1, 0.5, 0.3, 0.3)),
    c(270.554, 10.822, 42.683, 73.721),
    tolerance = 1e-4
  )
  expect_lt(rule_of_30(p = 0.00206), 30)
  expect_gt(rule_of_30(p = 0.00204), 30)
})

test_that("its coverage is the exact binomial probability", {
  # Without an allowance for rounding the first is .899473: 21 errors, which are within the margin,
  # would not count.
  inside <- sum(stats::dbinom(21:39, 30000, 0.001))
  expect_equal(rule_of_30(p = 0.001, n_trials = 30000), inside)
  expect_equal(rule_of_30(p = 0.01, n_trials = 3000), 0.919970, tolerance = 1e-6)
  expect_equal(rule_of_30(p = 0.05, n_trials = 600), 0.925999, tolerance = 1e-6)
  estimate <- c(0.870698, 0.872166, 0.878729)
  expect_equal(rule_of_30(p = 0.001, n_trials = 30000, relative_to = "estimate"), estimate[1],
    tolerance = 1e-6)
  expect_equal(rule_of_30(p = 0.01, n_trials = 3000, relative_to = "estimate"), estimate[2],
    tolerance = 1e-6)
  expect_equal(rule_of_30(p = 0.05, n_trials = 600, relative_to = "estimate"), estimate[3],
    tolerance = 1e-6)
})

test_that("rule_of_30() finds where errors run out at the best threshold", {
  withr::local_seed(2)
  x <- simulate_lr(300, 2000, s = 1.5)
  ends <- rule_of_30(x, n_errors = 30)
  numbers <- function(log10_odds) {
    threshold <- threshold_at(x, "dcf_min", stats::plogis(log10_odds * log(10)))
    rates <- error_rates(x, threshold)
    c(fa = round(rates$p_fa * 2000), miss = round(rates$p_miss * 300))
  }
  low <- ends$log10_prior_odds[1]
  high <- ends$log10_prior_odds[2]
  expect_lt(numbers(low - 1e-9)[["fa"]], 30)
  expect_gte(numbers(low + 1e-9)[["fa"]], 30)
  expect_gte(numbers(high - 1e-9)[["miss"]], 30)
  expect_lt(numbers(high + 1e-9)[["miss"]], 30)
  expect_equal(ends$prior, stats::plogis(ends$log10_prior_odds * log(10)))
})

test_that("rule_of_30() counts exactly as many errors as are asked for as enough", {
  x <- lr_set(
    list(h1 = rep(1:3, c(5, 10, 30)), h2 = rep(1:3, c(40, 20, 30))),
    scale = "score"
  )
  # 30 H2 trials are in the last block alone, with LR (30 / 45) / (30 / 90) = 2, and 15 H1 trials in
  # the first two, of which the second has LR 1.
  expect_equal(rule_of_30(x, n_errors = 30)$log10_prior_odds, -log10(c(2, 2)))
  expect_equal(rule_of_30(x, n_errors = 30.5)$log10_prior_odds[1], 0)
  expect_equal(rule_of_30(x, n_errors = 15)$log10_prior_odds, c(-log10(2), 0))
})

test_that("rule_of_30() says when there are too few trials", {
  expect_equal(rule_of_30(golden_g())$log10_prior_odds, c(Inf, -Inf))
  expect_equal(nrow(rule_of_30(c(1, 0), c(TRUE, FALSE), scale = "score", n_errors = 1)), 2)
})

test_that("refuses what is no probability", {
  expect_error(rule_of_30(level = 1), class = "calibrant_error_input")
  expect_error(rule_of_30(margin = 0), class = "calibrant_error_input")
  expect_error(rule_of_30(p = 2), class = "calibrant_error_input")
  expect_error(rule_of_30(p = 0.1, n_trials = 10.5), class = "calibrant_error_input")
  expect_error(
    rule_of_30(p = 0.1, n_trials = 10, relative_to = "me"), class = "calibrant_error_input"
  )
  expect_error(rule_of_30(golden_g(), n_errors = 0), class = "calibrant_error_input")
})

test_that("every argument of rule_of_30() is heeded or refused", {
  x <- simulate_lr(400, 4000, s = 2)
  expect_equal(rule_of_30(x, margin = 0.1), rule_of_30(x, n_errors = rule_of_30(margin = 0.1)))
  expect_equal(rule_of_30(x, level = 0.99), rule_of_30(x, n_errors = rule_of_30(level = 0.99)))
  expect_false(identical(rule_of_30(x, margin = 0.1), rule_of_30(x)))
  refused <- list(
    \() rule_of_30(x, p = 0.1), \() rule_of_30(x, n_trials = 10), \() rule_of_30(n_errors = 5),
    \() rule_of_30(x, relative_to = "truth"), \() rule_of_30(x, n_errors = 5, level = 0.8),
    \() rule_of_30(relative_to = "estimate"), \() rule_of_30(p = 0.1, n_trials = 10, level = 0.8),
    \() rule_of_30(p = 0.1, n_trials = 10, n_errors = 5)
  )
  for (call in refused) expect_error(call(), class = "calibrant_error_input", info = body(call))
  few <- lr_set(x$value, x$truth, scale = x$scale, weight = rep(0.01, length(x)))
  expect_equal(rule_of_30(few), rule_of_30(x))
})

test_that("weights that reach the number of errors up to rounding are enough", {
  # The sum of ten tenths is less than 1.
  value <- c(-(1:12), 1:12)
  x <- lr_set(value, rep(c(TRUE, FALSE), 12), scale = "ln", sure = TRUE)
  tenths <- lr_set(value, rep(c(TRUE, FALSE), 12), scale = "ln", weight = rep(0.1, 24), sure = TRUE)
  for (n in 1:11) expect_equal(rule_of_30(tenths, n_errors = n), rule_of_30(x, n_errors = n))
})
