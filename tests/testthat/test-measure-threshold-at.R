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

test_that("the error rates pass each other at the threshold", {
  for (seed in 1:5) {
    x <- tied_set(seed)
    threshold <- threshold_at(x, "eer")
    at <- error_rates(x, threshold)
    expect_true(at$p_miss < at$p_fa)
    values <- sort(unique(x$value))
    above <- values[values > threshold]
    after <- rates_reference(x, if (length(above) > 0) above[1])
    expect_gte(after[["p_miss"]], after[["p_fa"]])
  }
})
