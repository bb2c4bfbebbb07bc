test_that("is Bayes' rule in odds", {
  ratio <- c(0.01, 1, 30)
  odds <- 0.2 / 0.8
  expect_equal(posterior(ratio, prior = 0.2, scale = "lr"), ratio * odds / (1 + ratio * odds))
  expect_equal(posterior(log10(ratio), prior = 0.2, scale = "log10"),
    posterior(ratio, prior = 0.2, scale = "lr"))
})

test_that("keeps the order of the trials and takes a prior for each", {
  x <- ln_set(c(2, -1), c(0.5, -3))
  expect_equal(posterior(x, 0.5), stats::plogis(c(2, -1, 0.5, -3)))
  prior <- c(0.1, 0.2, 0.3, 0.4)
  expect_equal(posterior(x, prior), stats::plogis(c(2, -1, 0.5, -3) + stats::qlogis(prior)))
  expect_error(posterior(x, c(0.1, 0.2)), class = "calibrant_error_input")
})

test_that("a certain prior stays, and infinite LRs make certain otherwise", {
  expect_identical(posterior(c(-Inf, 0, Inf), prior = 0, scale = "ln"), c(0, 0, 0))
  expect_identical(posterior(c(-Inf, 0, Inf), prior = 1, scale = "ln"), c(1, 1, 1))
  expect_identical(posterior(c(0, Inf), prior = 0.3, scale = "lr"), c(0, 1))
})

test_that("updating twice is updating by the product", {
  once <- posterior(2, prior = 0.1, scale = "lr")
  expect_equal(posterior(5, prior = once, scale = "lr"), posterior(10, prior = 0.1, scale = "lr"))
})

test_that("other input is made a set, scores are not", {
  data <- data.frame(same = c(TRUE, FALSE), lr = c(3, 0.2))
  expect_equal(posterior(same ~ lr, data, scale = "lr", prior = 0.5), c(3, 0.2) / c(4, 1.2))
  truth <- c(TRUE, FALSE)
  expect_equal(posterior(c(3, 0.2), truth, scale = "lr"), c(3, 0.2) / c(4, 1.2))
  expect_error(posterior(score_set(1, 0)), class = "calibrant_error_score")
  expect_error(posterior(1, prior = 0.5, scale = "score"), class = "calibrant_error_score")
  expect_error(posterior(-1, prior = 0.5, scale = "lr"), class = "calibrant_error_input")
  expect_error(posterior(1, prior = 0.5), class = "calibrant_error_input")
})
