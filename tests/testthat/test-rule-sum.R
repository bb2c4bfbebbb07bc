test_that("a sum of rules costs the sum (eq. 3.20, 3.21)", {
  x <- random_trials()$set
  parts <- list("log", scoring_rule("beta", gamma = 3), "zero_one", rbind(c(0, 3), c(1, 1), 2:1))
  weight <- c(0.2, 1, 3, 0.5)
  rule <- combined_rule("log", scoring_rule("beta", gamma = 3), "zero_one", parts[[4]],
    weight = weight)
  total <- \(f) Reduce(`+`, Map(\(part, w) w * f(part), parts, weight))
  q <- c(0.1, 0.5, 0.97)
  expect_equal(score(rule, q, TRUE), total(\(part) score(part, q, TRUE)))
  expect_equal(entropy(rule, q), total(\(part) entropy(part, q)))
  prior <- c(0.1, 0.5, 0.8)
  expect_equal(risk(x, rule, prior), total(\(part) risk(x, part, prior)))
  expect_equal(risk_min(x, rule, prior), total(\(part) risk_min(x, part, prior)))
  expect_equal(rule_curve(rule)$entropy, entropy(rule, rule_curve(rule)$q))
  expect_output(print(rule), "0.2 \\* log")
})

test_that("sums serve many classes", {
  x <- loglik_set(subset(glass_type, recogniser == "lda"), truth = "type")
  rule <- combined_rule("brier", "zero_one", weight = c(2, 1))
  expect_equal(risk(x, rule), 2 * risk(x, "brier") + risk(x, "zero_one"))
})

test_that("sums of nothing, of unlike rules and with bad weights are refused", {
  expect_error(combined_rule(), class = "calibrant_error_input")
  expect_error(combined_rule("boost", 1 - diag(3)), class = "calibrant_error_input")
  expect_error(combined_rule("log", "brier", weight = -1), class = "calibrant_error_input")
})

test_that("an unbounded part makes the sum unbounded, and a smooth one strict", {
  expect_false(combined_rule("log", "zero_one")$bounded)
  expect_true(combined_rule("brier", "zero_one")$bounded)
  expect_output(print(combined_rule("brier", "zero_one")), "Strictly")
  expect_output(print(combined_rule("zero_one")), "not strictly")
})
