test_that("rule_score() refuses what is no probability or no truth", {
  expect_error(rule_score("log", 1.2, TRUE), class = "calibrant_error_input")
  expect_error(rule_score("log", c(0.1, NA), TRUE), class = "calibrant_error_input")
  expect_error(rule_score("log", 0.5, "H1"), class = "calibrant_error_input")
  expect_error(rule_score("log", c(0.1, 0.2, 0.3), c(TRUE, FALSE)), class = "calibrant_error_input")
  expect_error(rule_score("log", rbind(c(0.5, 0.6)), 1), class = "calibrant_error_input")
  expect_error(rule_score("log", rbind(c(0.5, 0.5)), 3), class = "calibrant_error_input")
  expect_error(rule_score("boost", rbind(c(0.5, 0.2, 0.3)), 1), class = "calibrant_error_input")
  expect_error(
    rule_score(scoring_rule("cost", eta = c(0.2, 0.3, 0.5)), 0.4, TRUE),
    class = "calibrant_error_input"
  )
})

test_that("rule_score() takes no distribution over classes for probabilities of H1", {
  q <- c(0.2, 0.3, 0.5)
  p <- c(0.1, 0.6, 0.3)
  bits <- scoring_rule("log", unit = "bits")
  one <- rule_score(bits, rbind(q), p = rbind(p), what = "divergence")
  expect_equal(one, sum(p * log2(p / q)))
  for (what in c("divergence", "expected")) {
    expect_error(rule_score(bits, q, p = p, what = what), "rbind", class = "calibrant_error_input")
  }
  expect_length(rule_score("boost", q, p = p, what = "divergence"), 3)
  other <- c(0.1, 0.6, 0.4)
  expect_error(rule_score(bits, q, p = other, what = "divergence"), "rbind")
  expect_length(rule_score(bits, other, p = rev(other), what = "divergence"), 3)
  costs <- 1 - diag(3)
  expect_equal(rule_score(costs, q, p = p, what = "expected"), 0.7)
  expect_error(rule_score(bits, q), "truth", class = "calibrant_error_input")
  expect_error(rule_score(bits, q, TRUE, what = "entropy"), class = "calibrant_error_input")
})
