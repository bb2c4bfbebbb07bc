test_that("the score is that of the paper", {
  # Tornetta (2021), eq. 1
  set.seed(51)
  p <- random_posteriors(40, 5, zeros = 30)
  expect_equal(prob_entropy_score(p), 1 - mean(slow_entropy(p)) / log(5), tolerance = 1e-14)
})

test_that("vertices score 1 and uniform predictions 0, exactly", {
  expect_identical(prob_entropy_score(diag(4)), 1)
  for (k in 2:30) {
    score <- prob_entropy_score(matrix(1 / k, 3, k))
    expect_gte(score, 0)
    expect_lt(score, 1e-14)
  }
})

test_that("the order of classes and trials does not matter", {
  set.seed(52)
  p <- random_posteriors(20, 4)
  expect_equal(prob_entropy_score(p[20:1, c(3, 1, 4, 2)]), prob_entropy_score(p), tolerance = 1e-14)
})

test_that("a list has a score per model, whatever the number of classes", {
  scores <- prob_entropy_score(list(a = diag(3), b = matrix(0.5, 1, 2)))
  expect_equal(scores, c(a = 1, b = 0))
  expect_equal(prob_entropy_score(data.frame(x = c(0.5, 1), y = c(0.5, 0))), 0.5)
})

test_that("the mean largest probability is the confidence of the paper", {
  # Tornetta (2021), section 2: (.45, .55) and (.1, .9).
  expect_equal(prob_entropy_score(rbind(c(0.45, 0.55)), what = "largest"), 0.55)
  expect_equal(prob_entropy_score(rbind(c(0.1, 0.9)), what = "largest"), 0.9)
  set.seed(53)
  p <- random_posteriors(40, 5, zeros = 30)
  both <- prob_entropy_score(list(a = p, b = diag(3)), what = "largest")
  expect_equal(both, c(a = mean(apply(p, 1, max)), b = 1))
  expect_identical(prob_entropy_score(matrix(1 / 4, 3, 4), what = "largest"), 1 / 4)
  # With equal costs, the best action errs with the smaller probability.
  entropy <- rule_score(scoring_rule(1 - diag(5)), p, what = "entropy")
  expect_equal(1 - mean(entropy), both[["a"]])
  expect_error(prob_entropy_score(p, what = "mean"), class = "calibrant_error_input")
})

test_that("what is not a posterior is refused", {
  refuse <- \(p, class = "calibrant_error_input") expect_error(prob_entropy_score(p), class = class)
  refuse(matrix(c(0.5, 0.6), 1), "calibrant_error_posterior")
  refuse(matrix(c(-0.5, 1.5), 1), "calibrant_error_posterior")
  refuse(matrix(c(NA, 1), 1))
  refuse(matrix(1, 3, 1))
  refuse(matrix(0, 0, 2))
  refuse(c(0.5, 0.5))
  refuse(list())
  refuse(list(diag(2), matrix(1, 1, 2)), "calibrant_error_posterior")
})

test_that("rounding in the sums of rows is forgiven", {
  third <- rbind(c(1, 2) / 3)
  expect_equal(prob_entropy_score(third + 1e-12), 1 - slow_entropy(third) / log(2))
})

test_that("all trials are checked, however many", {
  p <- matrix(0.5, 70000, 2)
  p[69999, ] <- c(1, 0)
  expect_equal(prob_entropy_score(p), 1 / 70000)
  expect_identical(prob_complement(p)[69998:70000, 1], c(0.5, 1, 0.5))
})
