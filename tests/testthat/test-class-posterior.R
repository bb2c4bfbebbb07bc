# Bayes' rule for one trial.
bayes <- function(log_lik, prior) {
  joint <- prior * exp(log_lik)
  joint / sum(joint)
}

test_that("posteriors follow from the prior and the log-likelihoods, trial by trial", {
  x <- example_set()
  prior <- c(0.4, 0.3, 0.2, 0.1)
  for (of in list(prior, rep(0.25, 4), c(0, 0.5, 0.5, 0))) {
    expected <- t(apply(x$log_lik, 1, bayes, of))
    expect_equal(unname(posterior(x, of)), unname(expected), tolerance = 1e-13)
  }
  expect_identical(posterior(x), posterior(x, rep(0.25, 4)))
  expect_identical(colnames(posterior(x)), levels(x$truth))
})

test_that("what a trial excludes has no posterior, and a trial that excludes all has none at all", {
  w <- rbind(c(0, -Inf, 1), c(1, 0, 2), c(0, 0, 3))
  x <- loglik_set(w, factor(c("a", "b", "c")), "ln")
  expect_equal(unname(posterior(x)[1, ]), bayes(w[1, ], rep(1, 3)))
  expect_true(all(is.nan(posterior(x, c(0, 1, 0))[1, ])))
  expect_equal(unname(posterior(x, c(0, 1, 0))[2, ]), c(0, 1, 0))
  expect_equal(rowSums(posterior(x)), c(1, 1, 1))
})

test_that("what is no prior is refused", {
  x <- example_set()
  for (prior in list(c(0.5, 0.5), rep(0.3, 4), c(-1, 1, 0.5, 0.5), "a")) {
    expect_error(posterior(x, prior), class = "calibrant_error_input")
  }
  expect_error(posterior(x, NULL, 3), class = "calibrant_error_input")
})
