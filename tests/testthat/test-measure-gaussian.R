# Eq. 8 of Ramos 2013 for densities, by adaptive quadrature.
ece_by_quadrature <- function(s, prior, stretch = 1, shift = 0) {
  odds <- stats::qlogis(prior)
  said <- \(llr) stretch * llr + shift * log(10)
  cost <- \(sign) {
    \(llr) softplus(-sign * (said(llr) + odds)) * stats::dnorm(llr, sign * s^2 / 2, s)
  }
  mean_of <- \(sign) {
    middle <- sign * s^2 / 2
    stats::integrate(cost(sign), middle - 12 * s, middle + 12 * s,
      rel.tol = 1e-11, subdivisions = 1000L)$value
  }
  (prior * mean_of(1) + (1 - prior) * mean_of(-1)) / log(2)
}

test_that("the cross-entropy is its integral", {
  prior <- c(0.001, 0.3, 0.5, 0.99)
  for (s in c(0.1, 2, 5)) {
    expect_equal(cross_entropy(gaussian_system(s), prior),
      vapply(prior, \(p) ece_by_quadrature(s, p), 0), tolerance = 1e-9)
    expect_equal(cross_entropy(gaussian_system(s, 1.7, -0.4), prior),
      vapply(prior, \(p) ece_by_quadrature(s, p, 1.7, -0.4), 0), tolerance = 1e-9)
  }
  expect_equal(cross_entropy(gaussian_system(2), 0:1), c(0, 0))
})

test_that("Cllr is that of the formula, EER, AUC and misleading evidence those of the papers", {
  expect_equal(unname(cllr(gaussian_system(c(1, 2, 3)))), bigaussian_cllr(1:3), tolerance = 1e-13)
  expect_equal(unname(cllr(gaussian_system(c(0.02, 30)))), bigaussian_cllr(c(0.02, 30)),
    tolerance = 1e-10)
  # Ramos 2013, figure 8: 15.8 % and 38.5 %.
  theory <- gaussian_system(c(S1 = 2.005, S2 = 0.585))
  expect_equal(round(eer(theory), 3), c(S1 = 0.158, S2 = 0.385))
  expect_equal(round(misleading(theory)["S2", ], 3), c(h1 = 0.385, h2 = 0.385))
  expect_equal(unname(auc(theory)), stats::pnorm(c(2.005, 0.585) / sqrt(2)))
})

test_that("discrimination does not feel stretch and shift, calibration does", {
  plain <- gaussian_system(1.5)
  spoilt <- gaussian_system(1.5, stretch = 2, shift = 0.5)
  for (f in list(cllr_min, eer, auc, cross_entropy_min, bayes_error_min)) {
    expect_equal(f(spoilt), f(plain))
  }
  expect_equal(cllr_cal(plain), 0, tolerance = 1e-14)
  expect_equal(cllr_cal(spoilt), cllr(spoilt) - cllr(plain))
})

test_that("the equal error rate is the greatest least error rate (eq. 7.32)", {
  theory <- gaussian_system(2.3)
  error <- bayes_error_min(theory, seq(0.01, 0.99, by = 0.01))
  expect_equal(max(error), eer(theory))
  expect_equal(bayes_error_min(theory, 0.1), min(vapply(seq(-6, 9, by = 0.001), \(t) {
    0.1 * stats::pnorm(t, 2.3^2 / 2, 2.3) + 0.9 * stats::pnorm(-t, 2.3^2 / 2, 2.3)
  }, 0)), tolerance = 1e-7)
  expect_equal(bayes_error(theory, 0.1, normalised = TRUE), bayes_error(theory, 0.1) / 0.1)
})

test_that("large simulated sets come near to theory", {
  withr::local_seed(1)
  x <- simulate_lr(1e5, 1e5, s = 1.5, stretch = 1.4, shift = -0.2)
  theory <- gaussian_system(1.5, stretch = 1.4, shift = -0.2)
  expect_lt(abs(cllr(x) - cllr(theory)), 0.01)
  expect_lt(abs(eer(x) - eer(theory)), 0.005)
  expect_lt(max(abs(misleading(x) - misleading(theory))), 0.006)
  prior <- c(0.01, 0.1, 0.5, 0.9)
  expect_lt(max(abs(cross_entropy(x, prior) - cross_entropy(theory, prior))), 0.01)
  expect_lt(max(abs(bayes_error(x, prior) - bayes_error(theory, prior))), 0.005)
})

test_that("what is no system and no curve is refused", {
  bad <- \(...) expect_error(gaussian_system(...), class = "calibrant_error_input")
  bad(0)
  bad(double())
  bad(1:2, stretch = c(1, -1))
  bad(1:2, shift = 1:3)
  expect_error(curve_layer(1), class = "calibrant_error_input")
  expect_error(curve_layer(det_curve(gaussian_system(1)), "ece"), class = "calibrant_error_input")
})

test_that("prints its measures, named by s where it has no names", {
  expect_output(print(gaussian_system(1:2)), "s = 1.*s = 2")
  expect_equal(as.data.frame(gaussian_system(2))$cllr, bigaussian_cllr(2))
})

test_that("systems whose LRs lie too far apart for a mean are refused", {
  expect_error(cllr(gaussian_system(1e9)), class = "calibrant_error_size")
  expect_identical(cllr(gaussian_system(1000)) < 1e-300, TRUE)
})

test_that("the weakest systems have the measures of chance", {
  for (s in c(2^-1074, 1e-310, 1e-300)) {
    for (x in list(gaussian_system(s), gaussian_system(1e-150, stretch = s))) {
      found <- c(cllr(x), cross_entropy(x, 0.5), cllr_min(x), 2 * eer(x), 2 * auc(x))
      expect_equal(found, rep(1, 5))
    }
  }
})
