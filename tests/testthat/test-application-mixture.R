# Prior-weighted cost of Bayes decisions, trial by trial.
application_risk <- function(random, prior, c_miss, c_fa) {
  threshold <- log(c_fa * (1 - prior) / (c_miss * prior))
  accepted <- random$llr >= threshold
  p_miss <- mean(!accepted[random$truth])
  p_fa <- mean(accepted[!random$truth])
  prior * c_miss * p_miss + (1 - prior) * c_fa * p_fa
}

test_that("a mixture of applications is one application (eq. 6.7)", {
  set.seed(1)
  for (i in 1:10) {
    random <- random_trials(9, 14, digits = 4)
    k <- sample(1:5, 1)
    prior <- stats::runif(k)
    c_miss <- stats::rexp(k)
    c_fa <- stats::rexp(k)
    weight <- stats::rexp(k)
    each <- mapply(\(p, miss, fa) application_risk(random, p, miss, fa), prior, c_miss, c_fa)
    for (at in c(0.5, 0.03)) {
      rule <- application_mixture(prior, c_miss, c_fa, weight, at = at)
      expect_equal(risk(random$set, rule, at), sum(weight * each))
    }
  }
})

test_that("one application with unit costs is the zero-one rule at its prior", {
  x <- random_trials()$set
  for (prior in c(0.1, 0.5, 0.8)) {
    rule <- application_mixture(prior, at = prior)
    expect_equal(risk(x, rule, prior), risk(x, "zero_one", prior))
  }
})

test_that("weights are equal and sum to 1 unless given", {
  expect_equal(
    application_mixture(c(0.2, 0.4))$alpha,
    application_mixture(c(0.2, 0.4), weight = 0.5)$alpha
  )
})

test_that("what is no application is refused", {
  expect_error(application_mixture(c(0.1, 1)), class = "calibrant_error_input")
  expect_error(application_mixture(double()), class = "calibrant_error_input")
  expect_error(application_mixture(0.1, c_miss = 0), class = "calibrant_error_input")
  expect_error(application_mixture(0.1, c_fa = 1:2), class = "calibrant_error_input")
  expect_error(application_mixture(0.1, at = 0), class = "calibrant_error_input")
})
