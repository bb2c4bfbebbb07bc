test_that("the weight has the values that the notes worked out", {
  x <- rbind(c(0, 0), c(2, 2), c(-2, -2), c(5, 0), c(-5, 0))
  expect_equal(prior_weight(x), c(1 / 9, .0596609, .0928923, .0838901, .0043880), tolerance = 1e-6)
  expect_equal(prior_weight(c(-3, 0, 7)), rep(0.5, 3))
  expect_equal(prior_weight(rbind(c(-800, -800), c(800, 0), c(800, 800))), c(1, 1, 0) / 12)
  expect_error(prior_weight(Inf), class = "calibrant_error_input")
})

test_that("error rates under the weight add up to the cross-entropy", {
  # The recogniser without information errs in 1 - max(prior): ln 3 (figure D.1).
  log_odds <- as.matrix(expand.grid(seq(-14, 14, by = 0.1), seq(-14, 14, by = 0.1)))
  odds <- exp(cbind(log_odds, 0))
  prior <- odds / rowSums(odds)
  total <- sum(prior_weight(log_odds) * (1 - apply(prior, 1, max))) * 0.1^2
  expect_equal(total, log(3), tolerance = 2e-3)
})
