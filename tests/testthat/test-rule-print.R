test_that("scoring_rule() prints a formula, a range and whether it is strict", {
  expect_output(print(scoring_rule("log")), "-ln q.*0 to Inf.*Strictly")
  cost <- scoring_rule("cost", eta = 0.1)
  expect_output(print(cost), "\\(q\\|H1\\) = 10 if q < 0.1.*1.11 if q >= 0.1.*not strict")
  expect_output(print(scoring_rule("beta", gamma = 1)), "Beta\\(2, 2\\).*0 to 3 given H1")
  expect_output(print(scoring_rule("mixture", eta = 1:9 / 10)), "\\.\\.\\.")
  expect_output(print(scoring_rule("cost", eta = c(0.2, 0.3, 0.5))), "class 3.*0 to 2.5")
})

test_that("format() names the rule and its arguments", {
  expect_equal(format(scoring_rule("zero_one")), "zero_one")
  expect_equal(format(scoring_rule("cost", eta = 0.25)), "cost, eta = 0.25")
  expect_equal(format(scoring_rule("mixture", eta = c(0.6, 0.2))), "mixture, eta = 0.2, 0.6")
})
