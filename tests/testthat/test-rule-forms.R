test_that("a mixture is the same in any order of its thresholds", {
  q <- seq(0, 1, by = 0.05)
  one <- scoring_rule("mixture", eta = c(0.7, 0.1), alpha = c(2, 1))
  other <- scoring_rule("mixture", eta = c(0.1, 0.7), alpha = c(1, 2))
  expect_equal(rule_score(one, q, TRUE), rule_score(other, q, TRUE))
})

# Brummer 2010, eq. 7.34 and 7.35, by quadrature over the log odds of the threshold.
by_quadrature <- function(q, a, b) {
  f <- \(u) exp((a - 1) * stats::plogis(u, log.p = TRUE) + b * stats::plogis(-u, log.p = TRUE))
  ends <- c(stats::qlogis(q), max(stats::qlogis(q), 0) + c(2, 8, 25, 60) / min(b, 1))
  parts <- Map(\(from, to) stats::integrate(f, from, to, rel.tol = 1e-12)$value,
    ends[-5], ends[-1])
  sum(unlist(parts)) / beta(a, b)
}

test_that("an asymmetric rule is the mixture of its thresholds", {
  q <- c(1e-4, 0.2, 0.49, 0.5, 0.77, 0.999)
  for (gamma in list(c(1, 4), c(0, 2), c(-0.5, 0), c(0.02, 5), c(-0.02, 0.4), c(3, -0.6))) {
    rule <- scoring_rule("beta", gamma = gamma)
    h1 <- vapply(q, by_quadrature, 0, gamma[1] + 1, gamma[2] + 1)
    h2 <- vapply(1 - q, by_quadrature, 0, gamma[2] + 1, gamma[1] + 1)
    expect_equal(rule_score(rule, q, TRUE), h1, tolerance = 1e-9)
    expect_equal(rule_score(rule, q, FALSE), h2, tolerance = 1e-9)
  }
})

test_that("nearly symmetric rules are nearly the symmetric ones", {
  q <- c(0.001, 0.3, 0.5, 0.9)
  for (gamma in c(-0.5, 0, 0.7, 4)) {
    near <- scoring_rule("beta", gamma = gamma + c(0, 1e-9))
    expect_equal(rule_score(near, q, TRUE), rule_score(
      scoring_rule("beta", gamma = gamma), q, TRUE
    ),
      tolerance = 1e-7)
  }
  expect_identical(scoring_rule("beta", gamma = c(2, 2)), scoring_rule("beta", gamma = 2))
})

test_that("exchanging the exponents exchanges the hypotheses", {
  rule <- scoring_rule("beta", gamma = c(0.4, 3))
  other <- scoring_rule("beta", gamma = c(3, 0.4))
  expect_equal(rule_score(rule, c(0.1, 0.6), TRUE), rule_score(other, c(0.9, 0.4), FALSE))
})

test_that("asymmetric rules are proper, and bounded where both exponents are positive", {
  withr::local_seed(1)
  p <- stats::runif(50)
  q <- stats::runif(50)
  for (gamma in list(c(0.4, 3), c(-0.7, 0.2))) {
    rule <- scoring_rule("beta", gamma = gamma)
    expect_true(
      all(rule_score(rule, q, p = p, what = "expected") > rule_score(rule, p, what = "entropy"))
    )
    expect_equal(is.finite(rule_score(rule, 0, TRUE)), gamma[1] > 0)
    expect_equal(rule_score(rule, 1, TRUE), 0)
  }
})

test_that("asymmetric rules give the risk of their costs, trial by trial", {
  random <- random_trials()
  rule <- scoring_rule("beta", gamma = c(-0.3, 2))
  for (prior in c(0.1, 0.5)) {
    expect_equal(rule_risk(random$set, rule, prior),
      risk_slow(random$llr, random$truth, rule, prior))
  }
  expect_lte(rule_risk(random$set, rule, part = "min"), rule_risk(random$set, rule))
})

test_that("the Dirichlet family has the published values", {
  dirichlet <- \(gamma, classes = 3) scoring_rule("dirichlet", gamma = gamma, classes = classes)
  q <- rbind(c(0.2, 0.5, 0.3))
  found <- vapply(c(-0.3, 0, 0.5, 1, 2, 3, 30), \(g) rule_score(dirichlet(g), q, 1), 0)
  expect_equal(found, c(
    2.212309133789, 1.609437912434, 1.466570810672, 1.45, 1.4692, 1.494313333333, 1.532861981953
  ),
    tolerance = 1e-12)
  expect_equal(rule_score(dirichlet(2.5, 4), rbind(c(0.7, 0.1, 0.1, 0.1)), 1), 0.0232707444,
    tolerance = 1e-9)
  expect_identical(dirichlet(1, 2), scoring_rule("beta", gamma = 1))
  expect_equal(rule_score(dirichlet(-0.3, 2), c(0.3, 0.8), TRUE),
    rule_score(scoring_rule("beta", gamma = -0.3), c(0.3, 0.8), TRUE))
})

test_that("the Dirichlet family is the mixture of costs over their ratios", {
  withr::local_seed(1)
  gamma <- matrix(stats::rgamma(3e5, 1.7), ncol = 3)
  eta <- gamma / rowSums(gamma)
  q <- c(0.5, 0.2, 0.3)
  best <- max.col(-1 / sweep(1 / eta, 2, q, "*"))
  for (i in 1:3) {
    mixed <- ifelse(best == i, 0, 1 / (2 * eta[, i]))
    found <- rule_score(scoring_rule("dirichlet", gamma = 0.7, classes = 3), rbind(q), i)
    expect_lt(abs(mean(mixed) - found), 4 * stats::sd(mixed) / sqrt(1e5))
  }
})

test_that("rules of the Dirichlet family are proper", {
  withr::local_seed(2)
  draw <- \() {
    p <- matrix(stats::rexp(60), ncol = 3)
    p / rowSums(p)
  }
  for (rule in list(
    scoring_rule("dirichlet", gamma = -0.4, classes = 3), scoring_rule("boost", classes = 3),
    scoring_rule("dirichlet", gamma = 2, classes = 3)
  )) {
    p <- draw()
    expect_true(all(rule_score(rule, draw(), p = p, what = "divergence") > 0))
    expect_equal(rule_score(rule, rbind(c(0, 1, 0)), 2), 0)
    expect_output(print(rule), "Strictly proper")
  }
  roots <- sqrt(p)
  expect_equal(rule_score(scoring_rule("boost", classes = 3), p, what = "entropy"),
    rowSums(roots)^2 - 1)
  expect_output(print(scoring_rule("dirichlet", gamma = 2, classes = 3)), "Range: 0 to 2")
  expect_output(print(scoring_rule("boost", classes = 3)), "boost, 3 classes.*Inf")
})

test_that("arguments of the Dirichlet family are checked", {
  wrong <- \(...) expect_error(scoring_rule(...), class = "calibrant_error_input")
  wrong("dirichlet", gamma = -0.5, classes = 3)
  wrong("dirichlet", gamma = 1)
  wrong("dirichlet", classes = 3)
  wrong("dirichlet", gamma = c(1, 2), classes = 3)
  wrong("dirichlet", gamma = NA, classes = 3)
  wrong("dirichlet", gamma = 1, classes = 1)
  wrong("dirichlet", gamma = 1, classes = 2.5)
  wrong("beta", gamma = 1, classes = 3)
  expect_error(rule_score(scoring_rule("boost", classes = 3), 0.5, TRUE),
    class = "calibrant_error_input")
})
