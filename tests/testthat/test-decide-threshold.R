test_that("is the ratio of expected costs, on every scale", {
  prior <- c(0.001, 0.3, 0.5, 0.9)
  ratio <- 3 * (1 - prior) / (7 * prior)
  expect_equal(bayes_threshold(prior, 7, 3, scale = "lr"), ratio)
  expect_equal(bayes_threshold(prior, 7, 3, scale = "ln"), log(ratio))
  expect_equal(bayes_threshold(prior, 7, 3, scale = "log2"), log2(ratio))
  expect_equal(bayes_threshold(prior, 7, 3, scale = "log10"), log10(ratio))
  expect_identical(bayes_threshold(0.5, scale = "log10"), 0)
})

test_that("an effective prior with equal costs has the same threshold", {
  prior <- c(0.001, 0.3, 0.5, 0.9)
  expect_equal(effective_prior(prior, 7, 3), prior * 7 / (prior * 7 + (1 - prior) * 3))
  same <- bayes_threshold(prior, 7, 3, scale = "ln")
  expect_equal(bayes_threshold(effective_prior(prior, 7, 3), scale = "ln"), same)
})

test_that("certain priors have infinite thresholds", {
  expect_identical(bayes_threshold(c(0, 1), scale = "ln"), c(Inf, -Inf))
  expect_identical(effective_prior(c(0, 1), c_miss = 10), c(0, 1))
})

test_that("extreme costs do not overflow", {
  expect_equal(bayes_threshold(0.5, c_miss = 1e-300, c_fa = 1e300, scale = "log10"), 600)
})

test_that("a Bayes threshold has no default scale, so it fits the set by decision", {
  expect_error(bayes_threshold(0.01), class = "calibrant_error_not_given")
  llr <- random_set(4)$value
  truth <- random_set(4)$truth
  units <- c(ln = 1, log10 = log(10), log2 = log(2))
  found <- Map(\(scale, unit) {
    x <- lr_set(llr / unit, truth, scale = scale)
    error_rates(x, bayes_threshold(c(0.1, 0.6), scale = scale))[c("p_fa", "p_miss")]
  }, names(units), units)
  expect_equal(found$log10, found$ln)
  expect_equal(found$log2, found$ln)
})

test_that("scales other than those of LRs are refused", {
  expect_error(bayes_threshold(0.5, scale = "score"), class = "calibrant_error_input")
})

test_that("cost_reduction() gives the numbers worked out by hand", {
  # C(1|1) = 1, C(2|1) = 11, C(1|2) = 3, C(2|2) = 2.
  reduced <- cost_reduction(matrix(c(1, 11, 3, 2), 2))
  expect_equal(reduced$eta, 1 / 11)
  expect_equal((reduced$c_miss + reduced$c_fa) / (reduced$c_miss * reduced$c_fa), 1.1)
  expect_equal(reduced$effective_prior, 10 / 11)
})

test_that("cost_reduction() restores the expected cost of any system", {
  withr::local_seed(4)
  for (i in 1:20) {
    best <- stats::rnorm(2)
    cost <- cbind(best[1] + c(0, stats::rexp(1)), best[2] + c(stats::rexp(1), 0))
    prior <- stats::runif(1)
    x <- tied_set(i)
    reduced <- cost_reduction(cost, prior)
    decided <- bayes_decision(posterior(x, prior), cost)
    paid <- cost[cbind(as.integer(decided), ifelse(x$truth, 1, 2))]
    expected <- prior * mean(paid[x$truth]) + (1 - prior) * mean(paid[!x$truth])
    expect_equal(
      reduced$offset + reduced$scale * bayes_error(x, reduced$effective_prior),
      expected
    )
  }
})

test_that("cost_reduction() refuses costs without a decision to make", {
  expect_error(cost_reduction(matrix(c(1, 0, 0, 1), 2)), class = "calibrant_error_input")
  expect_error(cost_reduction(matrix(c(0, 0, 1, 0), 2)), class = "calibrant_error_input")
  expect_error(cost_reduction(matrix(c(0, Inf, 1, 0), 2)), class = "calibrant_error_input")
  expect_error(cost_reduction(diag(3)), class = "calibrant_error_input")
})
