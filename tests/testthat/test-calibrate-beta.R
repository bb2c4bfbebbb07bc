test_that("beta calibration is logistic regression on ln p and -ln(1 - p)", {
  set.seed(16)
  x <- overlapping_set(60, 120)
  log_odds <- x$value * log(10) + qlogis(0.3)
  inputs <- cbind(plogis(log_odds, log.p = TRUE), -plogis(-log_odds, log.p = TRUE))
  fit <- calibrate(x, "beta", prior = 0.3)
  expect_equal(unname(coef(fit)), glm_coefficients(inputs, x$truth, 0.3), tolerance = 1e-7)
})

test_that("beta calibration rises even where the free minimum does not", {
  middle <- ln_trials(c(0, 0.1), c(-2, 0, 2))
  fit <- calibrate(middle, "beta")
  expect_true(all(coef(fit)[c("a", "b")] >= 0))
  slopes <- seq(0, 5, by = 0.5)
  cost <- outer(slopes, slopes, Vectorize(\(a, b) {
    llr <- a * plogis(middle$value, log.p = TRUE) - b * plogis(-middle$value, log.p = TRUE)
    optimize(\(c) logistic_cost(llr + c, middle$truth, 0.5), c(-20, 20))$objective
  }))
  expect_lte(glance(fit)$objective, min(cost) + 1e-8)
})
