test_that("the finite range leaves infinite values out", {
  value <- c(-Inf, 3, -2, Inf)
  expect_identical(finite_range(value, range(value)), c(-2, 3))
  expect_identical(finite_range(value[2:3], c(-2, 3)), c(-2, 3))
  expect_identical(finite_range(c(-Inf, Inf), c(-Inf, Inf)), c(NA_real_, NA_real_))
})

test_that("infinite trials are counted by end and hypothesis, with their weights", {
  truth <- c(TRUE, FALSE, TRUE, FALSE, TRUE)
  trials <- list(value = c(-Inf, -Inf, Inf, 0, Inf), truth = truth)
  found <- infinite_trials(trials, c(-Inf, Inf), "ln")
  expect_identical(found, list(n_h1 = c(1, 2), n_h2 = c(1, 0)))
  trials$weight <- c(2, 3, 0.5, 7, 1)
  found <- infinite_trials(trials, c(-Inf, Inf), "ln")
  expect_identical(found, list(n_h1 = c(2, 1.5), n_h2 = c(3, 0)))
})

test_that("a ratio of 0 is infinite evidence, as a logarithm of 0 is none", {
  trials <- list(value = c(0, 2, 0), truth = c(TRUE, TRUE, FALSE))
  none <- list(n_h1 = c(0, 0), n_h2 = c(0, 0))
  expect_identical(infinite_trials(trials, c(0, 2), "ln"), none)
  expect_identical(infinite_trials(trials, c(0, 2), "lr"), list(n_h1 = c(1, 0), n_h2 = c(1, 0)))
})

test_that("trials at some places are added up by hypothesis", {
  trials <- list(value = 1:4, truth = c(TRUE, FALSE, TRUE, TRUE), weight = c(1, 10, 100, 1000))
  expect_identical(class_totals(trials, c(1, 2, 4)), c(h1 = 1001, h2 = 10))
  expect_identical(class_totals(trials["truth"], 1:4), c(h1 = 3, h2 = 1))
  expect_identical(class_totals(trials, integer()), c(h1 = 0, h2 = 0))
})
