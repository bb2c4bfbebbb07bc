test_that("accepts H1 from the Bayes threshold on", {
  decisions <- bayes_decision(c(-0.1, 0, 0.1), prior = 0.5, scale = "ln")
  expect_equal(as.character(decisions), c("H2", "H1", "H1"))
  decisions <- bayes_decision(c(9.9, 10.1), prior = 0.5, c_fa = 10, scale = "lr")
  expect_equal(as.character(decisions), c("H2", "H1"))
})

test_that("its errors are those that bayes_error() counts", {
  for (seed in 1:5) {
    x <- tied_set(seed)
    for (prior in c(0, 0.01, 0.5, 0.8, 1)) {
      wrong <- (bayes_decision(x, prior = prior) == "H1") != x$truth
      expected <- prior * mean(wrong[x$truth]) + (1 - prior) * mean(wrong[!x$truth])
      expect_equal(bayes_error(x, prior), expected)
    }
  }
})

test_that("agrees with bayes_decision() on the posteriors", {
  withr::local_seed(5)
  llr <- stats::rnorm(100, sd = 3)
  cost <- rbind(c(0, 3), c(7, 0))
  expect_equal(
    as.integer(bayes_decision(llr, prior = 0.2, c_miss = 7, c_fa = 3, scale = "ln")),
    as.integer(bayes_decision(posterior(llr, prior = 0.2, scale = "ln"), cost))
  )
})

test_that("agrees on all scales, and takes a cost for each trial", {
  ratio <- c(0.1, 1, 4, 4, 50, 0, Inf)
  for (scale in c("ln", "log2", "log10")) {
    f <- switch(scale, ln = log, log2 = log2, log10 = log10)
    expected <- bayes_decision(ratio, prior = 0.2, scale = "lr")
    expect_equal(bayes_decision(f(ratio), prior = 0.2, scale = scale), expected)
  }
  decided <- bayes_decision(rep(4, 2), prior = 0.5, c_fa = c(3, 5), scale = "lr")
  expect_equal(as.character(decided), c("H1", "H2"))
})

test_that("a threshold too small for a ratio does not accept LR = 0", {
  decided <- bayes_decision(c(0, 1e-300), prior = 0.5, c_miss = 1e305, c_fa = 1e-305, scale = "lr")
  expect_equal(as.character(decided), c("H2", "H1"))
})

test_that("certain priors decide by themselves", {
  expect_equal(as.character(bayes_decision(c(-Inf, 0, Inf), prior = 0, scale = "ln")), rep("H2", 3))
  expect_equal(as.character(bayes_decision(c(-Inf, 0, Inf), prior = 1, scale = "ln")), rep("H1", 3))
})

test_that("refuses scores", {
  expect_error(bayes_decision(score_set(1, 0)), class = "calibrant_error_score")
})
