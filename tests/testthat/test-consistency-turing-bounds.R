test_that("tails are counted, ties with the strength included", {
  x <- lr_set(list(h1 = c(0.1, 0.09, 0.2, 50), h2 = c(10, 9, 1000, Inf, 0)), scale = "lr")
  bounds <- turing_bounds(x, log10_lr = c(0, 1, 3))
  expect_identical(bounds$n_beyond[bounds$hypothesis == "h1"], c(3, 2, 0))
  expect_identical(bounds$n_beyond[bounds$hypothesis == "h2"], c(4, 3, 2))
  expect_equal(bounds$share, bounds$n_beyond / bounds$n)
  expect_equal(bounds$bound, rep(c(1, 0.1, 0.001), 2))
})

test_that("the p-value is that of the exact binomial test", {
  x <- lr_set(list(h1 = c(0.05, 0.5, 3, 20), h2 = c(30, 0.2, 0.4)), scale = "lr")
  bounds <- turing_bounds(x, log10_lr = 1)
  expect_equal(
    bounds$p_value,
    c(
      stats::binom.test(1, 4, 0.1, "greater")$p.value,
      stats::binom.test(1, 3, 0.1, "greater")$p.value
    )
  )
})

test_that("calibrated LRs keep the bounds and overconfident ones do not", {
  set.seed(63)
  sound <- turing_bounds(simulate_lr(2000, 2000, s = 2))
  expect_true(all(sound$share <= sound$bound))
  wild <- turing_bounds(simulate_lr(2000, 2000, s = 2, stretch = 4))
  expect_true(all(wild$share > wild$bound))
  expect_lt(max(wild$p_value[wild$log10_lr >= 2]), 1e-6)
})

test_that("bad input is refused", {
  x <- lr_set(list(h1 = 2, h2 = 0.5), scale = "lr")
  expect_error(turing_bounds(x, -1), class = "calibrant_error_input")
  expect_error(turing_bounds(x, Inf), class = "calibrant_error_input")
  expect_error(
    turing_bounds(list(h1 = 1, h2 = 0), scale = "score"),
    class = "calibrant_error_score"
  )
})
