test_that("score() is the textbook formula", {
  q <- c(0.001, 0.3, 0.5, 0.8, 0.999)
  expect_equal(score("log", q, TRUE), -log(q), tolerance = 1e-14)
  expect_equal(score("log", q, FALSE), -log(1 - q), tolerance = 1e-14)
  expect_equal(score("brier", q, TRUE), (1 - q)^2, tolerance = 1e-14)
  expect_equal(score("brier", q, FALSE), q^2, tolerance = 1e-14)
  expect_equal(score("boost", q, TRUE), sqrt((1 - q) / q), tolerance = 1e-14)
  expect_equal(score("boost", q, FALSE), sqrt(q / (1 - q)), tolerance = 1e-14)
  cost <- scoring_rule("cost", eta = 0.3)
  expect_equal(score(cost, q, TRUE), (q < 0.3) / 0.3)
  expect_equal(score(cost, q, FALSE), (q >= 0.3) / 0.7)
})

test_that("H1 is accepted at the threshold", {
  expect_equal(score("zero_one", 0.5, c(TRUE)), 0)
  expect_equal(score("zero_one", 0.5, c(FALSE)), 1)
  eta <- c(0.1, 0.2, 0.7)
  costs <- vapply(eta, \(e) score(scoring_rule("cost", eta = e), e, TRUE), 0)
  expect_equal(costs, c(0, 0, 0))
})

test_that("zero-one cost is half the normalised cost at 1/2 (eq. 3.13)", {
  q <- seq(0, 1, by = 0.1)
  half <- scoring_rule("cost", eta = 0.5)
  for (truth in c(TRUE, FALSE)) {
    expect_equal(score("zero_one", q, truth), score(half, q, truth) / 2)
  }
})

test_that("the beta family is its integral (eq. 7.35)", {
  for (gamma in c(-0.9, -0.5, -0.2, 0, 0.3, 0.5, 1, 2, 7.5, 20)) {
    rule <- scoring_rule("beta", gamma = gamma)
    for (q in c(0.02, 0.3, 0.5, 0.75, 0.97)) {
      expected <- cost_by_quadrature(q, gamma)
      expect_equal(score(rule, q, TRUE), expected, tolerance = 1e-12)
      expect_equal(score(rule, 1 - q, FALSE), expected, tolerance = 1e-12)
    }
  }
})

test_that("bounded members of the beta family are an incomplete beta function", {
  q <- c(1e-12, 1e-3, 0.2, 0.5, 0.9, 1 - 1e-9)
  for (gamma in c(0.05, 0.4, 0.5, 1, 3.3, 20, 400, 5000)) {
    expected <- (2 * gamma + 1) / gamma * stats::pbeta(q, gamma, gamma + 1, lower.tail = FALSE)
    found <- score(scoring_rule("beta", gamma = gamma), q, TRUE)
    expect_equal(found, expected, tolerance = 1e-12)
  }
})

test_that("the beta family is accurate near its ends", {
  # 50-digit arithmetic (mpmath 1.3), p^(g+1) 2F1(g+1, 1-g; g+2; p) / ((g+1) B(g+1, g+1)), p = 1-q
  beta <- \(gamma, q) score(scoring_rule("beta", gamma = gamma), q, TRUE)
  expect_equal(beta(-1 + 1e-6, 0.5), 0.50000049999911372, tolerance = 1e-13)
  expect_equal(beta(-0.999, 1e-10), 4891085.7265950934, tolerance = 1e-13)
  expect_equal(beta(-0.3, 1e-200), 1.7552747495066641e+60, tolerance = 1e-13)
  expect_equal(beta(1e-9, 1e-5), 11.512925420077429, tolerance = 1e-13)
  expect_equal(beta(1000, 0.45), 2.0009918594016332, tolerance = 1e-12)
})

test_that("the members with names are multiples of their textbook rules", {
  q <- c(1e-6, 0.3, 0.5, 0.9)
  beta <- \(gamma) score(scoring_rule("beta", gamma = gamma), q, TRUE)
  expect_equal(beta(0), score("log", q, TRUE), tolerance = 1e-13)
  expect_equal(beta(1), 3 * score("brier", q, TRUE), tolerance = 1e-13)
  expect_equal(beta(-0.5), 2 / pi * score("boost", q, TRUE), tolerance = 1e-13)
  # By hand, from the thesis, eq. 7.36 and 7.37.
  expect_equal(3 * score("brier", 0.3, TRUE), 1.47)
  expect_equal(2 / pi * score("boost", 0.3, TRUE), 0.9724527653, tolerance = 1e-10)
  # and the limit: the cost 2 of the threshold 1/2, half of it on the step
  expect_equal(beta(1e6), c(2, 2, 1, 0), tolerance = 1e-3)
})

test_that("certainty costs nothing when right, and what the rule says when wrong", {
  for (rule in all_rules()) {
    expect_equal(score(rule, c(1, 0), c(TRUE, FALSE)), c(0, 0))
    expect_equal(all(is.finite(score(rule, c(0, 1), c(TRUE, FALSE)))), rule$bounded)
  }
  expect_equal(score(scoring_rule("beta", gamma = 0.25), 0, TRUE), 6)
  expect_equal(score(scoring_rule("beta", gamma = 4), 0, TRUE), 9 / 4)
  expect_equal(score(scoring_rule("beta", gamma = 0), 0, TRUE), Inf)
})

test_that("costs are monotone in the report and mixtures add up (eq. 3.21)", {
  q <- seq(0, 1, by = 0.01)
  for (rule in all_rules()) {
    expect_true(all(diff(score(rule, q, TRUE)) <= 1e-15))
    expect_true(all(diff(score(rule, q, FALSE)) >= -1e-15))
  }
  mixture <- all_rules()$mixture
  parts <- 0.5 * score(scoring_rule("cost", eta = 0.7), q, FALSE) +
    2 * score(scoring_rule("cost", eta = 0.1), q, FALSE) +
    0.3 * score(scoring_rule("cost", eta = 0.4), q, FALSE)
  expect_equal(score(mixture, q, FALSE), parts)
})

test_that("a uniform mixture of thresholds is the logarithmic rule (eq. 3.29)", {
  for (q in c(0.1, 0.5, 0.85)) {
    # The step is at q: integrate the two sides of it by themselves.
    cost <- \(eta) vapply(eta, \(e) score(scoring_rule("cost", eta = e), q, TRUE), 0)
    expect_equal(stats::integrate(cost, q, 1, rel.tol = 1e-10)$value, score("log", q, TRUE))
    expect_equal(max(cost(seq(0.001, q, length.out = 9))), 0)
  }
})

test_that("entropy() is the formula of each rule", {
  q <- c(0, 0.1, 0.3, 0.5, 0.9, 1)
  shannon <- ifelse(q %in% 0:1, 0, -q * log(q) - (1 - q) * log(1 - q))
  expect_equal(entropy("log", q), shannon)
  expect_equal(entropy("brier", q), q * (1 - q))
  expect_equal(entropy("zero_one", q), pmin(q, 1 - q))
  expect_equal(entropy("boost", q), 2 * sqrt(q * (1 - q)))
  expect_equal(entropy(scoring_rule("cost", eta = 0.3), q), pmin(q / 0.3, (1 - q) / 0.7))
})

test_that("no report beats the honest one on average (eq. 2.13), and entropies are concave", {
  grid <- seq(0, 1, by = 0.02)
  for (rule in all_rules()) {
    h1 <- score(rule, grid, TRUE)
    h2 <- score(rule, grid, FALSE)
    for (p in c(0, 0.05, 0.2, 0.5, 0.83, 1)) {
      mean_cost <- (if (p > 0) p * h1 else 0) + (if (p < 1) (1 - p) * h2 else 0)
      expect_true(all(mean_cost >= entropy(rule, p) - 1e-14))
    }
    expect_true(all(diff(entropy(rule, grid), differences = 2) <= 1e-14))
  }
})

test_that("strictly proper rules have one best report, others an interval (eq. 3.26, 3.27)", {
  # Dyadic numbers, so that ties are exact.
  grid <- (0:16) / 16
  best <- \(rule, p) {
    mean_cost <- p * score(rule, grid, TRUE) + (1 - p) * score(rule, grid, FALSE)
    grid[mean_cost <= min(mean_cost) + 1e-14]
  }
  expect_equal(best("log", 0.25), 0.25)
  expect_equal(best("brier", 0.6875), 0.6875)
  quarter <- scoring_rule("cost", eta = 0.25)
  expect_equal(best(quarter, 0.125), (0:3) / 16)
  expect_equal(best(quarter, 0.25), grid)
  expect_equal(best(quarter, 0.5), (4:16) / 16)
  two <- scoring_rule("mixture", eta = c(0.25, 0.5))
  expect_equal(best(two, 0.375), (4:7) / 16)
  expect_equal(best(two, 0.5), (4:16) / 16)
})

test_that("with two classes the matrix form is the two-class rule", {
  q <- c(0, 0.2, 0.5, 0.7, 1)
  for (rule in list(scoring_rule("log"), scoring_rule("brier"), scoring_rule("zero_one"),
                    scoring_rule("cost", eta = 0.3), scoring_rule("boost"))) {
    for (class in 1:2) {
      expect_equal(score(rule, cbind(q, 1 - q), class), score(rule, q, class == 1))
    }
    expect_equal(entropy(rule, cbind(q, 1 - q)), entropy(rule, q))
  }
  vector <- scoring_rule("cost", eta = c(0.3, 0.7))
  expect_equal(score(vector, q, TRUE), score(scoring_rule("cost", eta = 0.3), q, TRUE))
})

test_that("rules for several classes score them", {
  q <- rbind(c(0.5, 0.3, 0.2), c(0.4, 0.4, 0.2))
  colnames(q) <- c("a", "b", "c")
  expect_equal(score("log", q, "b"), -log(c(0.3, 0.4)))
  expect_equal(score("brier", q, 1), c(0.25 + 0.09 + 0.04, 0.36 + 0.16 + 0.04) / 2)
  expect_equal(score("zero_one", q, c(1, 2)), c(0, 1))
  eta <- c(0.2, 0.3, 0.5)
  cost <- scoring_rule("cost", eta = eta)
  expect_equal(score(cost, q, factor(c("c", "a"), levels = c("a", "b", "c"))), c(1 / (2 * 0.5), 0))
  # Entropy of eq. D.2: (sum p/eta - max p/eta) / (K - 1), which is 1 at p = eta
  support <- q[1, ] / eta
  expect_equal(entropy(cost, q)[1], (sum(support) - max(support)) / 2)
  expect_equal(entropy(cost, rbind(eta)), 1)
})

test_that("score() refuses what is no probability or no truth", {
  expect_error(score("log", 1.2, TRUE), class = "calibrant_error_input")
  expect_error(score("log", c(0.1, NA), TRUE), class = "calibrant_error_input")
  expect_error(score("log", 0.5, "H1"), class = "calibrant_error_input")
  expect_error(score("log", c(0.1, 0.2, 0.3), c(TRUE, FALSE)), class = "calibrant_error_input")
  expect_error(score("log", rbind(c(0.5, 0.6)), 1), class = "calibrant_error_input")
  expect_error(score("log", rbind(c(0.5, 0.5)), 3), class = "calibrant_error_input")
  expect_error(score("boost", rbind(c(0.5, 0.2, 0.3)), 1), class = "calibrant_error_input")
  expect_error(
    score(scoring_rule("cost", eta = c(0.2, 0.3, 0.5)), 0.4, TRUE),
    class = "calibrant_error_input"
  )
})

test_that("expected_score() is the generalised cross-entropy, divergence() what it is more", {
  q <- c(0.1, 0.5, 0.9)
  p <- c(0.3, 0.5, 0)
  for (rule in all_rules()) {
    literal <- p * score(rule, q, TRUE) + (1 - p) * score(rule, q, FALSE)
    expect_equal(expected_score(rule, q, p), literal)
    expect_equal(divergence(rule, q, p), literal - entropy(rule, p))
    expect_equal(divergence(rule, p, p), c(0, 0, 0))
  }
  expect_equal(divergence("brier", q, p), (p - q)^2)
  expect_equal(expected_score("log", 0, 0), 0)
  expect_equal(divergence("log", 0, 0.5), Inf)
  # Mean posterior .4: (0.4 lb(0.4 / 0.8) + 0.6 lb(0.6 / 0.2)) bits.
  bits <- scoring_rule("log", unit = "bits")
  expect_equal(divergence(bits, 0.8, 0.4), 0.4 * log2(0.5) + 0.6 * log2(3))
})

test_that("expected_score() of many classes drops what cannot be", {
  q <- rbind(c(0, 0.5, 0.5), c(0.2, 0.3, 0.5))
  expect_equal(expected_score("log", q, rbind(c(0, 0.5, 0.5))), c(log(2), -log(0.15) / 2))
  expect_error(expected_score("log", q, 0.5), class = "calibrant_error_input")
  expect_error(expected_score("log", c(0.1, 0.2, 0.3), c(0.1, 0.2)),
    class = "calibrant_error_input")
})

test_that("the logarithmic rule counts in nats or in bits, wherever it is used", {
  bits <- scoring_rule("log", unit = "bits")
  x <- random_trials()$set
  expect_equal(entropy(bits, 0.5), 1)
  expect_equal(risk(x, bits, 0.2), cross_entropy(x, 0.2))
  expect_equal(risk_min(x, bits, 0.2), cross_entropy_min(x, 0.2))
  expect_equal(risk_decomposition(x, bits, 0.2)$total, cross_entropy(x, 0.2))
  many <- loglik_set(subset(glass_type, recogniser == "lda"), truth = "type")
  expect_equal(risk(many, bits), cross_entropy(many))
  likelihood <- rbind(c(0.6, 0.3, 0.1), c(0.2, 0.2, 0.6))
  nats <- finite_decomposition(likelihood, 0.4)
  expect_equal(finite_decomposition(likelihood, 0.4, rule = bits), nats / log(2))
  expect_equal(nats[["best"]], 0.5255336133, tolerance = 1e-9)
  expect_output(print(bits), "log2.*bits")
  expect_equal(format(bits), "log, in bits")
  expect_error(scoring_rule("log", unit = "bans"), class = "calibrant_error_input")
  expect_error(scoring_rule("brier", unit = "bits"), class = "calibrant_error_input")
})
