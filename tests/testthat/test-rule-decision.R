random_simplex <- function(n, n_classes) {
  p <- matrix(stats::rexp(n * n_classes), n)
  p / rowSums(p)
}

# Thesis, eq. 2.8 and 2.9, report by report; a tie goes to the action that costs least under H1.
literal_score <- function(cost, q, i) {
  expected <- drop(cost %*% q)
  best <- which(expected <= min(expected) + 1e-13)
  cost[best[which.min(cost[best, 1])], i]
}

test_that("a matrix of costs is charged by the Bayes decision for the report (eq. 2.9)", {
  withr::local_seed(1)
  for (n_classes in 2:4) {
    for (i in 1:10) {
      cost <- matrix(stats::rnorm(5 * n_classes), 5)
      q <- random_simplex(20, n_classes)
      truth <- sample(n_classes, 20, replace = TRUE)
      literal <- vapply(1:20, \(t) literal_score(cost, q[t, ], truth[t]), 0)
      expect_equal(rule_score(cost, q, truth), literal)
      expect_equal(rule_score(scoring_rule(cost), q, truth), literal)
    }
  }
  cost <- matrix(stats::rnorm(14), 7)
  q <- stats::runif(20)
  expect_equal(rule_score(cost, q, TRUE), vapply(q, \(p) literal_score(cost, c(p, 1 - p), 1), 0))
})

test_that("three classes are charged as by the rules cost and zero_one", {
  withr::local_seed(2)
  q <- random_simplex(40, 3)
  truth <- sample(3, 40, replace = TRUE)
  eta <- c(0.2, 0.3, 0.5)
  cost <- matrix(1 / (2 * eta), 3, 3, byrow = TRUE) * (1 - diag(3))
  expect_equal(rule_score(cost, q, truth), rule_score(scoring_rule("cost", eta = eta), q, truth))
  expect_equal(rule_score(1 - diag(3), q, truth), rule_score("zero_one", q, truth))
})

test_that("the risk of likelihood ratios is that of Bayes decisions", {
  withr::local_seed(3)
  cost <- rbind(c(0, 50), c(10, 0), c(1, 1), c(30, 30), c(5, -1))
  random <- random_trials(digits = 4)
  for (prior in c(0.01, 0.5, 0.9)) {
    q <- stats::plogis(random$llr + stats::qlogis(prior))
    paid <- cost[cbind(as.integer(bayes_decision(q, cost)), 2 - random$truth)]
    expected <- prior * mean(paid[random$truth]) + (1 - prior) * mean(paid[!random$truth])
    expect_equal(rule_risk(random$set, cost, prior), expected)
    expect_lte(rule_risk(random$set, cost, prior, part = "min"), expected + 1e-12)
    expect_equal(rule_score(cost, prior, what = "entropy"), min(cost %*% c(prior, 1 - prior)))
  }
  expect_equal(rule_risk(random$set, cost, c(0, 1)), c(-1, 0))
})

test_that("the risk of many classes is that of Bayes decisions", {
  x <- loglik_set(subset(glass_type, recogniser == "lda"), truth = "type")
  withr::local_seed(4)
  cost <- matrix(stats::rexp(8 * 6), 8)
  q <- posterior(x)
  paid <- cost[cbind(as.integer(bayes_decision(q, cost)), as.integer(x$truth))]
  expect_equal(rule_risk(x, cost), mean(tapply(paid, x$truth, mean)))
  colnames(cost) <- levels(x$truth)
  shuffled <- cost[, c(3, 1, 2, 6, 5, 4)]
  expect_equal(rule_score(shuffled, q, 1L), rule_score(cost, q, 1L))
  colnames(shuffled)[1] <- "other"
  expect_error(rule_score(shuffled, q, 1L), class = "calibrant_error_input")
})

test_that("equivalent costs give equivalent risks (eq. 3.5 to 3.8)", {
  withr::local_seed(5)
  cost <- matrix(stats::rexp(8), 4)
  x <- random_trials()$set
  moved <- sweep(2.5 * cost, 2, c(-3, 7), "+")
  expect_equal(
    rule_risk(x, moved, 0.3), 2.5 * rule_risk(x, cost, 0.3) + sum(c(0.3, 0.7) * c(-3, 7))
  )
  expect_equal(rule_risk(x, moved, 0.3, part = "cal"), 2.5 * rule_risk(x, cost, 0.3, part = "cal"))
})

test_that("the canonical form of costs keeps risks up to the offset (eq. 3.10, 6.8, 6.9)", {
  withr::local_seed(6)
  x <- loglik_set(subset(glass_type, recogniser == "lda"), truth = "type")
  cost <- matrix(stats::rnorm(8 * 6), 8)
  prior <- c(random_simplex(1, 6))
  canonical <- cost_reduction(cost, prior, form = "canonical")
  expect_equal(apply(canonical$cost, 2, min), rep(0, 6))
  expect_equal(rule_risk(x, canonical$cost) + canonical$offset, rule_risk(x, cost, prior))
  again <- cost_reduction(canonical$cost, form = "canonical")
  expect_equal(again, list(cost = canonical$cost, offset = 0))
  two <- cost_reduction(matrix(c(1, 11, 3, 2), 2), prior = 0.1, form = "canonical")
  expect_equal(two, list(cost = rbind(c(0, 1.8), c(2, 0)), offset = 1.9))
  expect_error(
    cost_reduction(rbind(c(0, Inf), 1:0), form = "canonical"), class = "calibrant_error_input"
  )
  expect_error(
    cost_reduction(cost, prior = c(0.5, 0.5), form = "canonical"), class = "calibrant_error_input"
  )
})

test_that("a matrix is refused where it is no rule", {
  expect_error(scoring_rule(rbind(c(0, Inf), 1:0)), class = "calibrant_error_input")
  expect_error(scoring_rule(matrix(1:2, 2)), class = "calibrant_error_input")
  expect_error(scoring_rule(diag(2), eta = 0.5), class = "calibrant_error_input")
  expect_error(rule_risk(random_trials()$set, 1 - diag(3)), class = "calibrant_error_input")
})

test_that("rules from costs print", {
  expect_output(print(scoring_rule(rbind(c(0, 50), c(10, 0), c(1, 1)))), "3 actions.*9 if q < 0.1")
  expect_output(print(scoring_rule(rbind(c(1, 1)))), "H1\\) = 1\n.*H2\\) = 1\n.*1 to 1 given H1")
  expect_output(print(scoring_rule(1 - diag(3))), "least expected cost.*0 to 1\n")
})

test_that("bayes_decision() names all minimisers (eq. 2.5)", {
  expect_equal(unname(bayes_decision(c(0.4, 0.5, 0.6), 1 - diag(2), value = "best")),
    cbind(c(FALSE, TRUE, TRUE), c(TRUE, TRUE, FALSE)))
  expect_true(all(bayes_decision(matrix(0.25, 1, 4), 1 - diag(4), value = "best")))
  # 0.1 + 0.2 differs from 0.3 by rounding only.
  cost <- rbind(c(0.1, 0.2), c(0, 0.3))
  expect_true(all(bayes_decision(0.5, cost, value = "best")))
  expect_equal(unname(bayes_decision(c(1, 0.5), rbind(c(0, Inf), c(1, 0)), value = "best")),
    rbind(c(TRUE, FALSE), c(FALSE, TRUE)))
  expect_error(
    bayes_decision(0.5, cost, tolerance = -1, value = "best"), class = "calibrant_error_input"
  )
})
