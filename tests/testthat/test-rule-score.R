test_that("rule_score() is the textbook formula", {
  q <- c(0.001, 0.3, 0.5, 0.8, 0.999)
  expect_equal(rule_score("log", q, TRUE), -log(q), tolerance = 1e-14)
  expect_equal(rule_score("log", q, FALSE), -log(1 - q), tolerance = 1e-14)
  expect_equal(rule_score("brier", q, TRUE), (1 - q)^2, tolerance = 1e-14)
  expect_equal(rule_score("brier", q, FALSE), q^2, tolerance = 1e-14)
  expect_equal(rule_score("boost", q, TRUE), sqrt((1 - q) / q), tolerance = 1e-14)
  expect_equal(rule_score("boost", q, FALSE), sqrt(q / (1 - q)), tolerance = 1e-14)
  cost <- scoring_rule("cost", eta = 0.3)
  expect_equal(rule_score(cost, q, TRUE), (q < 0.3) / 0.3)
  expect_equal(rule_score(cost, q, FALSE), (q >= 0.3) / 0.7)
})

test_that("H1 is accepted at the threshold", {
  expect_equal(rule_score("zero_one", 0.5, c(TRUE)), 0)
  expect_equal(rule_score("zero_one", 0.5, c(FALSE)), 1)
  eta <- c(0.1, 0.2, 0.7)
  costs <- vapply(eta, \(e) rule_score(scoring_rule("cost", eta = e), e, TRUE), 0)
  expect_equal(costs, c(0, 0, 0))
})

test_that("the beta family is its integral (eq. 7.35)", {
  for (gamma in c(-0.9, -0.5, -0.2, 0, 0.3, 0.5, 1, 2, 7.5, 20)) {
    rule <- scoring_rule("beta", gamma = gamma)
    for (q in c(0.02, 0.3, 0.5, 0.75, 0.97)) {
      expected <- cost_by_quadrature(q, gamma)
      expect_equal(rule_score(rule, q, TRUE), expected, tolerance = 1e-12)
      expect_equal(rule_score(rule, 1 - q, FALSE), expected, tolerance = 1e-12)
    }
  }
})

test_that("bounded members of the beta family are an incomplete beta function", {
  q <- c(1e-12, 1e-3, 0.2, 0.5, 0.9, 1 - 1e-9)
  for (gamma in c(0.05, 0.4, 0.5, 1, 3.3, 20, 400, 5000)) {
    expected <- (2 * gamma + 1) / gamma * stats::pbeta(q, gamma, gamma + 1, lower.tail = FALSE)
    found <- rule_score(scoring_rule("beta", gamma = gamma), q, TRUE)
    expect_equal(found, expected, tolerance = 1e-12)
  }
})

test_that("the beta family is accurate near its ends", {
  # 50-digit arithmetic (mpmath 1.3), p^(g+1) 2F1(g+1, 1-g; g+2; p) / ((g+1) B(g+1, g+1)), p = 1-q
  beta <- \(gamma, q) rule_score(scoring_rule("beta", gamma = gamma), q, TRUE)
  expect_equal(beta(-1 + 1e-6, 0.5), 0.50000049999911372, tolerance = 1e-13)
  expect_equal(beta(-0.999, 1e-10), 4891085.7265950934, tolerance = 1e-13)
  expect_equal(beta(-0.3, 1e-200), 1.7552747495066641e+60, tolerance = 1e-13)
  expect_equal(beta(1e-9, 1e-5), 11.512925420077429, tolerance = 1e-13)
  expect_equal(beta(1000, 0.45), 2.0009918594016332, tolerance = 1e-12)
})

test_that("the members with names are multiples of their textbook rules", {
  q <- c(1e-6, 0.3, 0.5, 0.9)
  beta <- \(gamma) rule_score(scoring_rule("beta", gamma = gamma), q, TRUE)
  expect_equal(beta(0), rule_score("log", q, TRUE), tolerance = 1e-13)
  expect_equal(beta(1), 3 * rule_score("brier", q, TRUE), tolerance = 1e-13)
  expect_equal(beta(-0.5), 2 / pi * rule_score("boost", q, TRUE), tolerance = 1e-13)
  # Values by hand, from the thesis, eq. 7.36 and 7.37.
  expect_equal(3 * rule_score("brier", 0.3, TRUE), 1.47)
  expect_equal(2 / pi * rule_score("boost", 0.3, TRUE), 0.9724527653, tolerance = 1e-10)
  # and the limit: the cost 2 of the threshold 1/2, half of it on the step
  expect_equal(beta(1e6), c(2, 2, 1, 0), tolerance = 1e-3)
})

test_that("certainty costs nothing when right, and what the rule says when wrong", {
  for (rule in all_rules()) {
    expect_equal(rule_score(rule, c(1, 0), c(TRUE, FALSE)), c(0, 0))
    expect_equal(all(is.finite(rule_score(rule, c(0, 1), c(TRUE, FALSE)))), rule$bounded)
  }
  expect_equal(rule_score(scoring_rule("beta", gamma = 0.25), 0, TRUE), 6)
  expect_equal(rule_score(scoring_rule("beta", gamma = 4), 0, TRUE), 9 / 4)
  expect_equal(rule_score(scoring_rule("beta", gamma = 0), 0, TRUE), Inf)
})

test_that("a uniform mixture of thresholds is the logarithmic rule (eq. 3.29)", {
  for (q in c(0.1, 0.5, 0.85)) {
    # The step is at q: integrate each side of it separately.
    cost <- \(eta) vapply(eta, \(e) rule_score(scoring_rule("cost", eta = e), q, TRUE), 0)
    expect_equal(stats::integrate(cost, q, 1, rel.tol = 1e-10)$value, rule_score("log", q, TRUE))
    expect_equal(max(cost(seq(0.001, q, length.out = 9))), 0)
  }
})

test_that("rule_score() is the formula of each rule", {
  q <- c(0, 0.1, 0.3, 0.5, 0.9, 1)
  shannon <- ifelse(q %in% 0:1, 0, -q * log(q) - (1 - q) * log(1 - q))
  expect_equal(rule_score("log", q, what = "entropy"), shannon)
  expect_equal(rule_score("brier", q, what = "entropy"), q * (1 - q))
  expect_equal(rule_score("zero_one", q, what = "entropy"), pmin(q, 1 - q))
  expect_equal(rule_score("boost", q, what = "entropy"), 2 * sqrt(q * (1 - q)))
  expect_equal(
    rule_score(scoring_rule("cost", eta = 0.3), q, what = "entropy"), pmin(q / 0.3, (1 - q) / 0.7)
  )
})

test_that("no report beats the honest one on average (eq. 2.13), and entropies are concave", {
  grid <- seq(0, 1, by = 0.02)
  for (rule in all_rules()) {
    h1 <- rule_score(rule, grid, TRUE)
    h2 <- rule_score(rule, grid, FALSE)
    for (p in c(0, 0.05, 0.2, 0.5, 0.83, 1)) {
      mean_cost <- (if (p > 0) p * h1 else 0) + (if (p < 1) (1 - p) * h2 else 0)
      expect_true(all(mean_cost >= rule_score(rule, p, what = "entropy") - 1e-14))
    }
    expect_true(all(diff(rule_score(rule, grid, what = "entropy"), differences = 2) <= 1e-14))
  }
})

test_that("with two classes the matrix form is the two-class rule", {
  q <- c(0, 0.2, 0.5, 0.7, 1)
  for (rule in list(scoring_rule("log"), scoring_rule("brier"), scoring_rule("zero_one"),
                    scoring_rule("cost", eta = 0.3), scoring_rule("boost"))) {
    for (class in 1:2) {
      expect_equal(rule_score(rule, cbind(q, 1 - q), class), rule_score(rule, q, class == 1))
    }
    expect_equal(
      rule_score(rule, cbind(q, 1 - q), what = "entropy"), rule_score(rule, q, what = "entropy")
    )
  }
  vector <- scoring_rule("cost", eta = c(0.3, 0.7))
  expect_equal(rule_score(vector, q, TRUE), rule_score(scoring_rule("cost", eta = 0.3), q, TRUE))
})

test_that("rules for several classes score them", {
  q <- rbind(c(0.5, 0.3, 0.2), c(0.4, 0.4, 0.2))
  colnames(q) <- c("a", "b", "c")
  expect_equal(rule_score("log", q, "b"), -log(c(0.3, 0.4)))
  expect_equal(rule_score("brier", q, 1), c(0.25 + 0.09 + 0.04, 0.36 + 0.16 + 0.04) / 2)
  expect_equal(rule_score("zero_one", q, c(1, 2)), c(0, 1))
  eta <- c(0.2, 0.3, 0.5)
  cost <- scoring_rule("cost", eta = eta)
  expect_equal(
    rule_score(cost, q, factor(c("c", "a"), levels = c("a", "b", "c"))), c(1 / (2 * 0.5), 0)
  )
  # Entropy of eq. D.2: (sum p/eta - max p/eta) / (K - 1), which is 1 at p = eta
  support <- q[1, ] / eta
  expect_equal(rule_score(cost, q, what = "entropy")[1], (sum(support) - max(support)) / 2)
  expect_equal(rule_score(cost, rbind(eta), what = "entropy"), 1)
})

test_that("rule_score() is the generalised cross-entropy, rule_score() what it is more", {
  q <- c(0.1, 0.5, 0.9)
  p <- c(0.3, 0.5, 0)
  for (rule in all_rules()) {
    literal <- p * rule_score(rule, q, TRUE) + (1 - p) * rule_score(rule, q, FALSE)
    expect_equal(rule_score(rule, q, p = p, what = "expected"), literal)
    expect_equal(
      rule_score(rule, q, p = p, what = "divergence"),
      literal - rule_score(rule, p, what = "entropy")
    )
    expect_equal(rule_score(rule, p, p = p, what = "divergence"), c(0, 0, 0))
  }
  expect_equal(rule_score("brier", q, p = p, what = "divergence"), (p - q)^2)
  expect_equal(rule_score("log", 0, p = 0, what = "expected"), 0)
  expect_equal(rule_score("log", 0, p = 0.5, what = "divergence"), Inf)
  # Mean posterior .4: (0.4 lb(0.4 / 0.8) + 0.6 lb(0.6 / 0.2)) bits.
  bits <- scoring_rule("log", unit = "bits")
  expect_equal(rule_score(bits, 0.8, p = 0.4, what = "divergence"), 0.4 * log2(0.5) + 0.6 * log2(3))
})

test_that("the default part of the risk is the entropy of the prior", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  prior <- c(0.1, 0.5)
  entropy <- rule_score("brier", prior, what = "entropy")
  expect_equal(unname(rule_risk(x, "brier", prior, part = "default")), rbind(entropy, entropy),
    ignore_attr = TRUE)
  y <- loglik_set(glass_type, truth = "type", system = "recogniser")["lda"]
  flat <- rbind(rep(1, 6) / 6)
  expect_equal(unname(rule_risk(y, part = "default")), rule_score("log", flat, what = "entropy"))
})

test_that("rule_score() of many classes drops what cannot be", {
  q <- rbind(c(0, 0.5, 0.5), c(0.2, 0.3, 0.5))
  expect_equal(
    rule_score("log", q, p = rbind(c(0, 0.5, 0.5)), what = "expected"), c(log(2), -log(0.15) / 2)
  )
  expect_error(rule_score("log", q, p = 0.5, what = "expected"), class = "calibrant_error_input")
  expect_error(rule_score("log", c(0.1, 0.2, 0.3), p = c(0.1, 0.2), what = "expected"),
    class = "calibrant_error_input")
})

test_that("the logarithmic rule counts in nats or in bits, wherever it is used", {
  bits <- scoring_rule("log", unit = "bits")
  x <- random_trials()$set
  expect_equal(rule_score(bits, 0.5, what = "entropy"), 1)
  expect_equal(rule_risk(x, bits, 0.2), cross_entropy(x, 0.2))
  expect_equal(rule_risk(x, bits, 0.2, part = "min"), cross_entropy_min(x, 0.2))
  expect_equal(rule_decomposition(x, bits, 0.2)$total, cross_entropy(x, 0.2))
  many <- loglik_set(subset(glass_type, recogniser == "lda"), truth = "type")
  expect_equal(rule_risk(many, bits), cross_entropy(many))
  likelihood <- rbind(c(0.6, 0.3, 0.1), c(0.2, 0.2, 0.6))
  nats <- finite_decomposition(likelihood, 0.4)
  in_bits <- finite_decomposition(likelihood, 0.4, rule = bits)
  expect_equal(unlist(in_bits[1:5]), unlist(nats[1:5]) / log(2))
  expect_identical(c(in_bits$unit, nats$unit), c("bits", "nats"))
  expect_equal(nats[["best"]], 0.5255336133, tolerance = 1e-9)
  expect_output(print(bits), "log2.*bits")
  expect_equal(format(bits), "log, in bits")
  expect_error(scoring_rule("log", unit = "bans"), class = "calibrant_error_input")
  expect_error(scoring_rule("brier", unit = "bits"), class = "calibrant_error_input")
})

test_that("a vector that looks like a distribution is never read as several reports", {
  q <- c(0.2, 0.3, 0.5)
  p <- c(0.1, 0.6, 0.3)
  expect_input_error <- \(code) expect_error(code, class = "calibrant_error_input")
  expect_input_error(rule_score("log", q, what = "entropy"))
  expect_input_error(rule_score("log", q, TRUE))
  for (what in c("expected", "divergence")) {
    expect_input_error(rule_score("log", q, p = p, what = what))
    expect_input_error(rule_score("log", q, p = 0.4, what = what))
    expect_input_error(rule_score("log", 0.4, p = p, what = what))
  }
  expect_equal(rule_score("log", rbind(q), what = "entropy"), -sum(q * log(q)))
  expect_equal(rule_score("log", q, c(TRUE, FALSE, TRUE)), -log(c(0.2, 0.7, 0.5)))
})

test_that("the truth of a report is a number or a name, and nothing that resembles one", {
  q <- rbind(c(a = 0.7, b = 0.2, c = 0.1), c(0.1, 0.5, 0.4))
  right <- list(c(1, 3), c(1L, 3L), c("a", "c"), factor(c("a", "c")), matrix(c(1, 3), 1))
  for (truth in right) expect_equal(rule_score("log", q, truth), -log(c(0.7, 0.4)))
  # As 64-bit integers, the doubles of the second object are the numbers 1 and 0.
  odd <- list(
    structure(c(1, 0), class = "integer64"), structure(c(2^-1074, 0), class = "integer64"),
    as.Date(c("2020-01-01", "2020-01-02")), as.difftime(c(1, 0), units = "secs"), c(1.5, 1),
    list(1, 0), c("1", "0")
  )
  for (truth in odd) {
    for (report in list(q, c(0.2, 0.6))) {
      expect_error(rule_score("log", report, truth), "`truth` must",
        class = "calibrant_error_input")
    }
  }
  for (truth in list(TRUE, c(TRUE, FALSE), c("1", "3"), c(1, 4), mean, quote(a))) {
    expect_error(rule_score("log", q, truth), "`truth` must", class = "calibrant_error_input")
  }
  expect_error(rule_score("log", 0.2, odd[[1]]), "as.double", class = "calibrant_error_input")
})
