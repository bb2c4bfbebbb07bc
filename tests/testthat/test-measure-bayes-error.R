test_that("gives the golden numbers of the theory notes", {
  g <- golden_g()
  expect_equal(bayes_error(g, c(0.5, 0.1)), c(0.225, 0.075))
  # C_eta costs 1 / eta for a miss and 1 / (1 - eta) for a false alarm.
  expect_equal(dcf(g, 0.5, 1 / 0.2, 1 / 0.8), 0.25)
  expect_equal(dcf(g, 0.5, 1 / 0.8, 1 / 0.2), 0.3125)
  expect_equal(bayes_error_min(golden_a(), c(0.3, 0.9)), c(0.2, 1 / 15))
})

test_that("is the detection cost with equal costs, at the effective prior", {
  x <- tied_set(1)
  prior <- c(0.03, 0.5, 0.6)
  expect_equal(bayes_error(x, prior), dcf(x, prior))
  expect_equal(bayes_error_min(x, prior), dcf_min(x, prior))
  effective <- effective_prior(prior, 5, 2)
  expect_equal(
    dcf(x, prior, 5, 2, normalised = TRUE),
    bayes_error(x, effective, normalised = TRUE)
  )
})

test_that("takes no costs, not even in a table", {
  old <- nist_operating_points("SRE 2008")
  expect_error(bayes_error(golden_g(), old), class = "calibrant_error_input")
  expect_error(bayes_error_min(golden_g(), old), class = "calibrant_error_input")
  expect_error(posterior(golden_g(), old), class = "calibrant_error_input")
})

test_that("certain priors leave nothing to decide", {
  x <- ln_set(c(-Inf, 1), c(Inf, -1))
  expect_identical(bayes_error(x, c(0, 1)), c(0, 0))
  expect_identical(bayes_error_min(x, c(0, 1)), c(0, 0))
})

test_that("perfect separation has no minimal error, total reversal that of the prior", {
  prior <- c(0.1, 0.5, 0.8)
  expect_equal(bayes_error_min(score_set(2:3, 0:1), prior), c(0, 0, 0))
  expect_equal(bayes_error_min(score_set(0:1, 2:4), prior), pmin(prior, 1 - prior))
  expect_equal(bayes_error_min(score_set(c(1, 1), 1), prior), pmin(prior, 1 - prior))
})

test_that("its area over the log-odds is twice the cross-entropy (thesis, eq. 6.14 corrected)", {
  g <- golden_g()
  area <- \(f, jumps) integrate_pieces(\(h) f(g, stats::plogis(h)), jumps, -60, 36)
  expect_equal(area(bayes_error, -g$value), 0.886914301, tolerance = 1e-9)
  expect_equal(area(bayes_error, -g$value), 2 * log(2) * cllr(g))
  jumps <- -pav(g)$log10_lr_pav * log(10)
  expect_equal(area(bayes_error_min, jumps), 0.618265419, tolerance = 1e-9)
  expect_equal(area(bayes_error_min, jumps), 2 * log(2) * cllr_min(g))
})

test_that("the costs of all applications add up to the cross-entropy (thesis, eq. 6.10)", {
  for (x in list(golden_g(), ln_set(c(2, 2, -1, 0.3), c(-2, 0.3, 1)))) {
    cost <- \(eta) dcf(x, 0.5, 1 / eta, 1 / (1 - eta))
    area <- integrate_pieces(cost, stats::plogis(x$value), 1e-12, 1 - 1e-12)
    expect_equal(area, log(2) * cllr(x), tolerance = 1e-8)
  }
})

test_that("is concave in the prior at the best thresholds and never above the prior alone", {
  x <- tied_set(3)
  prior <- seq(0, 1, length.out = 101)
  error <- bayes_error_min(x, prior)
  expect_true(all(diff(diff(error)) <= 1e-14))
  expect_true(all(error <= pmin(prior, 1 - prior) + 1e-15))
})

test_that("swapping hypotheses and signs mirrors it", {
  withr::local_seed(5)
  h1 <- stats::rnorm(10, 1)
  h2 <- stats::rnorm(12, -1)
  prior <- c(0.07, 0.33, 0.81)
  expect_equal(bayes_error(ln_set(h1, h2), prior), bayes_error(ln_set(-h2, -h1), 1 - prior))
  expect_equal(bayes_error_min(ln_set(h1, h2), prior), bayes_error_min(ln_set(-h2, -h1), 1 - prior))
})
