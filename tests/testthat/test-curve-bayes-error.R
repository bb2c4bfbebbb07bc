test_that("holds the error rates at its priors", {
  x <- tied_set(1)
  curve <- bayes_error_curve(x, log10_prior_odds = c(-2, 0.1, 1.7))
  prior <- stats::plogis(c(-2, 0.1, 1.7) * log(10))
  expect_equal(curve$prior, prior)
  expect_equal(curve$bayes_error, bayes_error(x, prior))
  expect_equal(curve$bayes_error_min, bayes_error_min(x, prior))
  expect_equal(curve$bayes_error_null, pmin(prior, 1 - prior))
  expect_equal(prior * curve$p_miss + (1 - prior) * curve$p_fa, curve$bayes_error)
})

test_that("knows Cllr and its parts, infinite ones without a warning", {
  g <- golden_g()
  expect_equal(unlist(attr(bayes_error_curve(g), "cllr")[-1]), c(
    cllr = cllr(g), cllr_min = cllr_min(g), cllr_cal = cllr_cal(g), claimed = 1 - 0.4023050653
  ))
  expect_silent(curve <- bayes_error_curve(ln_set(c(-Inf, 1), -1)))
  expect_equal(attr(curve, "cllr")$cllr, Inf)
})

test_that("holds operating points and the points where errors run out", {
  withr::local_seed(3)
  x <- simulate_lr(400, 4000, s = 2)
  curve <- bayes_error_curve(x, operating_points = nist_operating_points("SRE 2008"))
  expect_equal(attr(curve, "operating")$log10_prior_odds, log10(0.1 / 0.99))
  ends <- attr(curve, "dr30")
  expect_equal(ends$bayes_error_min, bayes_error_min(x, ends$prior))
})

test_that("refuses scores and infinite odds", {
  expect_error(bayes_error_curve(score_set(1, 0)), class = "calibrant_error_score")
  expect_error(bayes_error_curve(golden_g(), Inf), class = "calibrant_error_input")
})
