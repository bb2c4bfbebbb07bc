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

test_that("a mixture of applications of many classes is one application (eq. 6.7)", {
  withr::local_seed(7)
  x <- loglik_set(subset(glass_type, recogniser == "lda"), truth = "type")
  simplex <- \(n) {
    p <- matrix(stats::rexp(6 * n), n)
    p / rowSums(p)
  }
  for (k in 1:3) {
    prior <- simplex(k)
    costs <- lapply(seq_len(k), \(i) matrix(stats::rexp(6 * (i + 3)), i + 3))
    weight <- stats::rexp(k)
    each <- vapply(seq_len(k), \(i) risk(x, costs[[i]], prior[i, ]), 0)
    for (at in list(NULL, c(simplex(1)))) {
      rule <- application_mixture(prior, cost = costs, weight = weight, at = at)
      expect_equal(risk(x, rule, at), sum(weight * each))
    }
  }
})

test_that("two classes give the same by either way", {
  x <- random_trials(digits = 4)$set
  by_vector <- application_mixture(c(0.1, 0.4), c_miss = c(10, 1), weight = c(1, 2), at = 0.3)
  cost <- list(rbind(0:1, c(10, 0)), 1 - diag(2))
  by_matrix <- application_mixture(cbind(c(0.1, 0.4), c(0.9, 0.6)),
    cost = cost, weight = 1:2, at = c(0.3, 0.7)
  )
  expect_equal(risk(x, by_matrix, 0.3), risk(x, by_vector, 0.3))
})

test_that("matrices of priors are checked", {
  prior <- rbind(c(0.2, 0.3, 0.5))
  bad <- \(...) expect_error(application_mixture(...), class = "calibrant_error_input")
  bad(prior * 2)
  bad(prior, at = c(0, 0.5, 0.5))
  bad(prior, cost = 1 - diag(2))
  bad(prior, cost = list(1 - diag(3), 1 - diag(3)))
  bad(0.5, cost = 1 - diag(2))
})
