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
      rule <- scoring_rule("applications", prior = prior, c_miss = c_miss,
        c_fa = c_fa, weight = weight, at = at)
      expect_equal(rule_risk(random$set, rule, at), sum(weight * each))
    }
  }
})

test_that("one application with unit costs is the zero-one rule at its prior", {
  x <- random_trials()$set
  for (prior in c(0.1, 0.5, 0.8)) {
    rule <- scoring_rule("applications", prior = prior, at = prior)
    expect_equal(rule_risk(x, rule, prior), rule_risk(x, "zero_one", prior))
  }
})

test_that("weights are equal and sum to 1 unless given", {
  expect_equal(
    scoring_rule("applications", prior = c(0.2, 0.4))$alpha,
    scoring_rule("applications", prior = c(0.2, 0.4), weight = 0.5)$alpha
  )
})

test_that("what is no application is refused", {
  expect_error(scoring_rule("applications", prior = c(0.1, 1)), class = "calibrant_error_input")
  expect_error(scoring_rule("applications", prior = double()), class = "calibrant_error_input")
  expect_error(
    scoring_rule("applications", prior = 0.1, c_miss = 0), class = "calibrant_error_input"
  )
  expect_error(
    scoring_rule("applications", prior = 0.1, c_fa = 1:2), class = "calibrant_error_input"
  )
  expect_error(scoring_rule("applications", prior = 0.1, at = 0), class = "calibrant_error_input")
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
    each <- vapply(seq_len(k), \(i) rule_risk(x, costs[[i]], prior[i, ]), 0)
    for (at in list(NULL, c(simplex(1)))) {
      rule <- scoring_rule("applications", prior = prior, cost = costs, weight = weight, at = at)
      expect_equal(rule_risk(x, rule, at), sum(weight * each))
    }
  }
})

test_that("two classes give the same by either way", {
  x <- random_trials(digits = 4)$set
  by_vector <- scoring_rule(
    "applications", prior = c(0.1, 0.4), c_miss = c(10, 1), weight = c(1, 2), at = 0.3
  )
  cost <- list(rbind(0:1, c(10, 0)), 1 - diag(2))
  by_matrix <- scoring_rule("applications", prior = cbind(c(0.1, 0.4), c(0.9, 0.6)),
    cost = cost, weight = 1:2, at = c(0.3, 0.7)
  )
  expect_equal(rule_risk(x, by_matrix, 0.3), rule_risk(x, by_vector, 0.3))
})

test_that("one matrix of costs serves all applications", {
  prior <- rbind(c(0.2, 0.8), c(0.5, 0.5), c(0.9, 0.1))
  cost <- rbind(0:1, c(10, 0))
  rule <- \(cost) scoring_rule("applications", prior = prior, cost = cost)
  q <- rbind(c(0.3, 0.7), c(0.05, 0.95), c(0.6, 0.4))
  score <- \(cost) rule_score(rule(cost), q, c(1, 2, 1))
  expect_equal(score(cost), score(rep(list(cost), 3)))
})

test_that("matrices of priors are checked", {
  prior <- rbind(c(0.2, 0.3, 0.5))
  bad <- \(...) expect_error(
    scoring_rule("applications", prior = ...), class = "calibrant_error_input"
  )
  bad(prior * 2)
  bad(prior, at = c(0, 0.5, 0.5))
  bad(prior, cost = 1 - diag(2))
  bad(prior, cost = list(1 - diag(3), 1 - diag(3)))
  bad(0.5, cost = 1 - diag(2))
})

test_that("a sum of rules costs the sum (eq. 3.20, 3.21)", {
  x <- random_trials()$set
  parts <- list("log", scoring_rule("beta", gamma = 3), "zero_one", rbind(c(0, 3), c(1, 1), 2:1))
  weight <- c(0.2, 1, 3, 0.5)
  rule <- scoring_rule("sum", of = list(
    "log", scoring_rule("beta", gamma = 3), "zero_one", parts[[4]]
  ),
    weight = weight)
  total <- \(f) Reduce(`+`, Map(\(part, w) w * f(part), parts, weight))
  q <- c(0.1, 0.5, 0.97)
  expect_equal(rule_score(rule, q, TRUE), total(\(part) rule_score(part, q, TRUE)))
  expect_equal(
    rule_score(rule, q, what = "entropy"), total(\(part) rule_score(part, q, what = "entropy"))
  )
  prior <- c(0.1, 0.5, 0.8)
  expect_equal(rule_risk(x, rule, prior), total(\(part) rule_risk(x, part, prior)))
  expect_equal(
    rule_risk(x, rule, prior, part = "min"), total(\(part) rule_risk(x, part, prior, part = "min"))
  )
  expect_equal(rule_curve(rule)$entropy, rule_score(rule, rule_curve(rule)$q, what = "entropy"))
  expect_output(print(rule), "0.2 \\* log")
})

test_that("sums serve many classes", {
  x <- loglik_set(subset(glass_type, recogniser == "lda"), truth = "type")
  rule <- scoring_rule("sum", of = list("brier", "zero_one"), weight = c(2, 1))
  expect_equal(rule_risk(x, rule), 2 * rule_risk(x, "brier") + rule_risk(x, "zero_one"))
})

test_that("sums of nothing, of unlike rules and with bad weights are refused", {
  expect_error(scoring_rule("sum", of = list()), class = "calibrant_error_input")
  expect_error(
    scoring_rule("sum", of = list("boost", 1 - diag(3))), class = "calibrant_error_input"
  )
  expect_error(
    scoring_rule("sum", of = list("log", "brier"), weight = -1), class = "calibrant_error_input"
  )
})

test_that("an unbounded part makes the sum unbounded, and a smooth one strict", {
  expect_false(scoring_rule("sum", of = list("log", "zero_one"))$bounded)
  expect_true(scoring_rule("sum", of = list("brier", "zero_one"))$bounded)
  expect_output(print(scoring_rule("sum", of = list("brier", "zero_one"))), "Strictly")
  expect_output(print(scoring_rule("sum", of = list("zero_one"))), "not strictly")
})

test_that("each class against the rest, literally", {
  set.seed(4)
  q <- matrix(rexp(12), 4)
  q <- q / rowSums(q)
  for (part in list("brier", "boost", "log", scoring_rule("cost", eta = 0.2))) {
    rule <- scoring_rule("detection", of = part)
    truth <- c(1, 3, 2, 3)
    literal <- vapply(1:4, \(t) {
      own <- truth[t]
      (rule_score(part, q[t, own], TRUE) + sum(rule_score(part, q[t, -own], FALSE))) / 3
    }, 0)
    expect_equal(rule_score(rule, q, truth), literal, tolerance = 1e-12)
  }
  expect_equal(rule_score(scoring_rule("detection", of = "brier"), q, 1), 2 / 3 * rule_score(
    "brier", q, 1
  ),
    tolerance = 1e-12)
})

test_that("it is proper, and the cost of detection is one of them", {
  p <- rbind(c(0.6, 0.3, 0.1))
  rule <- scoring_rule("detection", of = "boost")
  set.seed(5)
  q <- matrix(rexp(300), 100)
  q <- q / rowSums(q)
  expect_true(
    all(rule_score(rule, q, p = p, what = "expected") >= rule_score(rule, p, what = "entropy"))
  )
  x <- example_set()
  cavg_rule <- scoring_rule("detection", of = scoring_rule("cost", eta = 1 / 4))
  expect_equal(rule_risk(x, cavg_rule), 2 * cavg(x), tolerance = 1e-12)
  expect_equal(
    rule_risk(x, scoring_rule("sum", of = list(cavg_rule, "log"), weight = c(1, 2))),
    rule_risk(x, cavg_rule) + 2 * rule_risk(x, "log"), tolerance = 1e-12
  )
})

test_that("it says what it is, and for how many classes", {
  expect_output(
    print(scoring_rule("detection", of = "boost")), "each class against the rest: boost"
  )
  expect_output(print(scoring_rule("detection", of = "boost")), "Strictly proper")
  expect_output(print(scoring_rule("detection", of = "zero_one")), "Range: 0 to 1")
  expect_error(scoring_rule("detection", of = diag(3)), class = "calibrant_error_input")
  expect_error(
    rule_score(scoring_rule("detection", of = "boost"), 0.5, TRUE), class = "calibrant_error_input"
  )
  expect_error(rule_risk(
    simulate_lr(5, 5, s = 1),
    scoring_rule("sum", of = list(scoring_rule("detection", of = "brier"), "log"))
  ),
    class = "calibrant_error_input")
})

test_that("priors of 0 and 1 are no part of a mixture, alone or among others", {
  for (prior in list(0, 1, c(0, 0.5), c(0.5, 1))) {
    expect_error(
      scoring_rule("applications", prior = prior), "inside (0, 1)", fixed = TRUE,
      class = "calibrant_error_input"
    )
  }
})
