test_that("ELUB agrees with the published implementation on its own examples", {
  # Expected values from the tests of NetherlandsForensicInstitute/lir, with steps of 0.01.
  lr <- c(0.01, 0.1, 1, 10, 100)
  elub <- \(...) unname(10^bounds_of(..., step = 0.01))
  expect_equal(elub(lr, c(2, 2, 1, 1, 1)), c(0.3801894, 1.4791084), tolerance = 1e-7)
  expect_equal(elub(lr, c(2, 2, 2, 1, 1)), c(0.6760830, 2.6302680), tolerance = 1e-7)
  expect_equal(elub(lr, c(1, 1, 1, 2, 2)), c(1, 1))
  expect_equal(elub(c(Inf, 0), 1:2), c(1, 1))
  expect_equal(
    elub(rep(c(Inf, 0), each = 3), rep(1:2, each = 3)), c(0.3388442, 2.9512092),
    tolerance = 1e-7
  )
  expect_equal(elub(c(1, 1), 1:2), c(1, 1))
  expect_equal(elub(rep(10, 10), c(rep(1, 9), 2)), c(1, 1))
  expect_equal(elub(c(rep(10, 10), 1), c(rep(1, 10), 2)), c(1, 1.7782794), tolerance = 1e-7)
  expect_equal(elub(c(rep(1000, 10), 1.1), c(rep(1, 10), 2)), c(1, 1))
})

test_that("a threshold that is meant to equal an LR equals it, though 3 * 0.1 is not 0.3", {
  h1 <- c(0.5, 0.2, -0.3, 0.7, 0.1, 0)
  h2 <- c(-0.7, -0.6)
  found <- coef(bound_lr(list(h1 = h1, h2 = h2), scale = "log10", step = 0.1))
  at <- round(seq(-0.7, 0.7, 0.1), 1)
  helps <- slow_utility(c(h1, h2), rep(c(TRUE, FALSE), c(6, 2)), at) > -1e-9
  # The first harmful step of the downward search.
  expect_equal(found[["lower"]], min(at[at <= 0][cumprod(rev(helps[at <= 0])) |> rev() == 1]))
})

test_that("a threshold that makes no difference does no harm", {
  # At LR = 1, 3 of 6 H1 trials are rejected and 2 of 4 H2 trials accepted: the sum is 1, as without
  # evidence.
  h1 <- c(0.1, 0.2, -0.2, 0, 0.2)
  h2 <- c(0.4, -0.6, -0.4)
  expect_equal(slow_utility(c(h1, h2), rep(c(TRUE, FALSE), c(5, 3)), 0), 0)
  found <- coef(bound_lr(list(h1 = h1, h2 = h2), scale = "log10", step = 0.1))
  expect_equal(found, c(lower = -0.1, upper = 0))
})

test_that("ELUB is exact without a step", {
  lr <- c(0.01, 0.1, 1, 10, 100)
  expect_equal(10^bounds_of(lr, c(2, 2, 1, 1, 1)), c(lower = 3 / 8, upper = 3 / 2))
  expect_equal(10^bounds_of(lr, c(2, 2, 2, 1, 1)), c(lower = 2 / 3, upper = 8 / 3))
  expect_equal(
    10^bounds_of(rep(c(Inf, 0), each = 3), rep(1:2, each = 3)), c(lower = 1 / 3, upper = 3)
  )
  expect_identical(bounds_of(lr, c(1, 1, 1, 2, 2)), c(lower = 0, upper = 0))
})

test_that("ELUB is never wider than the numbers of trials allow", {
  set.seed(34)
  trials <- rounded_trials(9, 14)
  separated <- lr_set(ifelse(trials$is_h1, 20, -20), trials$is_h1, scale = "log10")
  expect_equal(10^coef(bound_lr(separated)), c(lower = 15 / 14 / 10, upper = 9 / 10 * 15))
  expect_equal(
    coef(bound_lr(separated, "n_source")), c(lower = -log10(10), upper = log10(15))
  )
})
