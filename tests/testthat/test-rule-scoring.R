test_that("scoring_rule() prints a formula, a range and whether it is strict", {
  expect_output(print(scoring_rule("log")), "-ln q.*0 to Inf.*Strictly")
  cost <- scoring_rule("cost", eta = 0.1)
  expect_output(print(cost), "10 if q < 0.1.*1.11 if q >= 0.1.*not strict")
  expect_output(print(scoring_rule("beta", gamma = 1)), "Beta\\(2, 2\\).*0 to 3 given H1")
  expect_output(print(scoring_rule("mixture", eta = 1:9 / 10)), "\\.\\.\\.")
  expect_output(print(scoring_rule("cost", eta = c(0.2, 0.3, 0.5))), "class 3.*0 to 2.5")
})

test_that("format() names the rule and its arguments", {
  expect_equal(format(scoring_rule("zero_one")), "zero_one")
  expect_equal(format(scoring_rule("cost", eta = 0.25)), "cost, eta = 0.25")
  expect_equal(format(scoring_rule("mixture", eta = c(0.6, 0.2))), "mixture, eta = 0.2, 0.6")
})

test_that("rules refuse arguments they cannot have and miss those they need", {
  expect_error(scoring_rule("spherical"), class = "calibrant_error_input")
  expect_error(scoring_rule("log", eta = 0.1), class = "calibrant_error_input")
  expect_error(scoring_rule("cost"), class = "calibrant_error_input")
  expect_error(scoring_rule("cost", eta = 1), class = "calibrant_error_input")
  expect_error(scoring_rule("cost", eta = c(0.2, 0.3)), class = "calibrant_error_input")
  expect_error(scoring_rule("beta", gamma = -1), class = "calibrant_error_input")
  expect_error(scoring_rule("beta", gamma = Inf), class = "calibrant_error_input")
  expect_error(scoring_rule("mixture", eta = double()), class = "calibrant_error_input")
  expect_error(scoring_rule("mixture", eta = NA_real_), class = "calibrant_error_input")
  expect_error(
    scoring_rule("mixture", eta = c(0.2, 0.3), alpha = c(1, -1)),
    class = "calibrant_error_input"
  )
  expect_error(rule_risk(set_g(), "beta"), class = "calibrant_error_input")
})

test_that("a mixture is the same in any order of its thresholds", {
  q <- seq(0, 1, by = 0.05)
  one <- scoring_rule("mixture", eta = c(0.7, 0.1), alpha = c(2, 1))
  other <- scoring_rule("mixture", eta = c(0.1, 0.7), alpha = c(1, 2))
  expect_equal(rule_score(one, q, TRUE), rule_score(other, q, TRUE))
})
