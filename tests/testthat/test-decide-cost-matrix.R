random_simplex <- function(n, n_classes) {
  p <- matrix(stats::rexp(n * n_classes), n)
  p / rowSums(p)
}

test_that("takes the action with the least expected cost", {
  withr::local_seed(1)
  cost <- matrix(stats::rnorm(12), 4)
  p <- random_simplex(30, 3)
  literal <- apply(p, 1, \(q) which.min(vapply(1:4, \(a) sum(q * cost[a, ]), 0)))
  expect_equal(as.integer(bayes_decision(p, cost)), literal)
})

test_that("takes the first of equally good actions", {
  expect_equal(as.integer(bayes_decision(matrix(0.25, 1, 4), 1 - diag(4))), 1)
  expect_equal(as.integer(bayes_decision(0.5, 1 - diag(2))), 1)
  expect_equal(as.integer(bayes_decision(c(0, 0.3, 1), rbind(c(1, 1), c(1, 1)))), c(1, 1, 1))
})

test_that("names the actions and keeps the names of trials", {
  cost <- rbind(charge = c(0, 10), release = c(1, 0), wait = c(0.4, 0.4))
  decided <- bayes_decision(c(0.05, 0.6, 0.99), cost)
  expect_equal(as.character(decided), c("release", "wait", "charge"))
  expect_equal(levels(decided), rownames(cost))
  p <- rbind(first = c(0.2, 0.8))
  expect_equal(dimnames(bayes_decision(p, cost, value = "cost")), list("first", rownames(cost)))
})

test_that("a proper scoring rule results from any costs (thesis, eq. 2.13)", {
  withr::local_seed(2)
  for (i in 1:40) {
    n_classes <- sample(2:4, 1)
    cost <- matrix(stats::rexp(5 * n_classes), 5)
    p <- random_simplex(20, n_classes)
    q <- random_simplex(20, n_classes)
    under_p <- bayes_decision(p, cost, value = "cost")
    entropy <- under_p[cbind(1:20, as.integer(bayes_decision(p, cost)))]
    crossed <- under_p[cbind(1:20, as.integer(bayes_decision(q, cost)))]
    expect_true(all(crossed >= entropy))
    expect_equal(entropy, apply(under_p, 1, min))
  }
})

test_that("zero-one costs take the most probable class", {
  withr::local_seed(3)
  p <- random_simplex(50, 3)
  decided <- as.integer(bayes_decision(p, 1 - diag(3)))
  expect_equal(decided, max.col(p, "first"))
})

test_that("an infinite cost forbids, unless its class is impossible", {
  cost <- rbind(c(0, Inf), c(1, 0))
  expect_equal(as.integer(bayes_decision(c(1, 1 - 1e-15), cost)), c(1, 2))
  expect_equal(
    bayes_decision(1, cost, value = "cost"), matrix(c(0, 1), 1, dimnames = list(NULL, c("1", "2")))
  )
})

test_that("refuses what is no matrix of costs and no probability", {
  expect_error(bayes_decision(0.5, 1:2), class = "calibrant_error_input")
  expect_error(bayes_decision(0.5, diag(c(1, NA))), class = "calibrant_error_input")
  expect_error(bayes_decision(0.5, diag(3)), class = "calibrant_error_input")
  expect_error(bayes_decision(1.5, diag(2)), class = "calibrant_error_input")
  expect_error(bayes_decision(cbind(0.5, 0.4), diag(2)), class = "calibrant_error_input")
})

test_that("accepts H1 from the Bayes threshold on", {
  decisions <- bayes_decision(c(-0.1, 0, 0.1), prior = 0.5, scale = "ln")
  expect_equal(as.character(decisions), c("H2", "H1", "H1"))
  decisions <- bayes_decision(c(9.9, 10.1), prior = 0.5, c_fa = 10, scale = "lr")
  expect_equal(as.character(decisions), c("H2", "H1"))
})

test_that("the errors of decisions are those that bayes_error() counts", {
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
