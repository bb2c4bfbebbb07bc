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
