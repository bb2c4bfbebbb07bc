test_that("scores have a least risk but no risk", {
  x <- lr_set(list(h1 = c(0, 2), h2 = 1), scale = "score")
  expect_equal(rule_risk(x, "zero_one", part = "min"), 0.25)
  expect_error(rule_risk(x), class = "calibrant_error_score")
  expect_error(rule_risk(x, part = "cal"), class = "calibrant_error_score")
  expect_error(rule_risk(x, part = "excess"), class = "calibrant_error_score")
})
