weighted_system <- list(
  truth = c(1, 2, 2, 3, 3, 3), weight = c(2, 1, 3, 1, 1, 4), total = c(2, 4, 6)
)

test_that("a mean over classes weights each by its prior, and its trials by their weights", {
  values <- c(1, 2, 6, 3, 5, 7)
  expect_equal(prior_mean(values, weighted_system, c(0.2, 0.3, 0.5)), 0.2 + 0.3 * 5 + 0.5 * 6)
  plain <- weighted_system["truth"]
  expect_equal(prior_mean(values, plain, c(0.2, 0.3, 0.5)), 0.2 + 0.3 * 4 + 0.5 * 5)
  shares <- trial_shares(weighted_system, c(0.2, 0.3, 0.5))
  expect_equal(sum(shares * values), prior_mean(values, weighted_system, c(0.2, 0.3, 0.5)))
})

test_that("classes of prior 0 do not count, whatever they cost", {
  values <- c(1, Inf, NaN, 3, 5, 7)
  expect_equal(prior_mean(values, weighted_system, c(0.5, 0, 0.5)), 0.5 + 0.5 * 6)
  expect_identical(log_relative(c(0, 1)), c(-Inf, 0))
  expect_identical(log_relative(rep(1 / 3, 3)), numeric(3))
})

test_that("there is a row per system and a column per prior, or a vector of either", {
  x <- c(a = example_set(), b = example_set())
  prior <- rbind(first = rep(0.25, 4), second = c(0.4, 0.3, 0.2, 0.1))
  found <- over_class_priors(x, prior, \(system, prior) sum(prior^2))
  expect_identical(dimnames(found), list(c("a", "b"), c("first", "second")))
  expect_equal(unname(found["b", ]), c(0.25, 0.3))
})
