test_that("agrees with isoreg() on unit weights", {
  withr::local_seed(1)
  for (n in c(1, 2, 3, 10, 200)) {
    y <- stats::rnorm(n) + seq_len(n) / 20
    expect_equal(isotonic(y), stats::isoreg(y)$yf)
    labels <- sample(c(0, 1), n, replace = TRUE)
    expect_equal(isotonic(labels), stats::isoreg(labels)$yf)
  }
})

test_that("is the weighted max-min formula", {
  withr::local_seed(2)
  y <- stats::rnorm(12)
  w <- stats::rexp(12)
  mean_of <- \(i, j) sum(w[i:j] * y[i:j]) / sum(w[i:j])
  expected <- vapply(1:12, \(t) {
    max(vapply(1:t, \(i) min(vapply(t:12, \(j) mean_of(i, j), 0)), 0))
  }, 0)
  expect_equal(isotonic(y, w), expected)
})

test_that("minimises the weighted squares among all that ascend", {
  withr::local_seed(3)
  y <- c(2, 0, 1, 3, 1)
  w <- c(1, 2, 0.5, 1, 3)
  best <- squares(y, isotonic(y, w), w)
  # Every ascending vector on a grid, and random ones beyond it.
  grid <- expand.grid(rep(list(seq(0, 3, by = 0.5)), 5))
  grid <- grid[apply(grid, 1, \(fit) !is.unsorted(fit)), ]
  costs <- apply(grid, 1, \(fit) squares(y, fit, w))
  expect_true(all(costs >= best - 1e-12))
  near <- replicate(500, squares(y, sort(isotonic(y, w) + stats::rnorm(5, sd = 0.01)), w))
  expect_true(all(near >= best))
})

test_that("takes whole weights for replication", {
  withr::local_seed(4)
  y <- stats::rnorm(30)
  w <- sample(1:4, 30, replace = TRUE)
  replicated <- isotonic(rep(y, w))
  expect_equal(isotonic(y, w), replicated[cumsum(w)])
})

test_that("keeps the weighted mean and repeats itself", {
  withr::local_seed(5)
  y <- stats::rnorm(50)
  w <- stats::rexp(50)
  fit <- isotonic(y, w)
  expect_false(is.unsorted(fit))
  expect_equal(stats::weighted.mean(fit, w), stats::weighted.mean(y, w))
  expect_equal(isotonic(fit, w), fit)
  expect_equal(isotonic(3 * y - 1, w), 3 * fit - 1)
})

test_that("descends when asked to", {
  withr::local_seed(6)
  y <- stats::rnorm(40)
  w <- stats::rexp(40)
  expect_equal(isotonic(y, w, increasing = FALSE), rev(isotonic(rev(y), rev(w))))
})

test_that("answers with finite values where weights are zero", {
  y <- c(9, -9, 1, 50, 2, 3)
  expect_equal(isotonic(y, c(0, 0, 1, 0, 1, 0)), c(1, 1, 1, 1, 2, 2))
  expect_equal(isotonic(c(3, 1, 2), c(0, 0, 0)), isotonic(c(3, 1, 2)))
  kept <- c(0, 2, 1, 0, 3) > 0
  expect_equal(isotonic(c(8, 3, 1, 7, 2), c(0, 2, 1, 0, 3))[kept], isotonic(c(3, 1, 2), c(2, 1, 3)))
})

test_that("accepts nothing, whole numbers and flags of the data", {
  expect_equal(isotonic(numeric()), numeric())
  expect_equal(isotonic(c(3L, 1L)), c(2, 2))
  expect_equal(isotonic(c(3, 1), weights = c(3L, 1L)), c(2.5, 2.5))
})

test_that("survives sums of the largest doubles", {
  expect_equal(isotonic(c(1e308, 1e308, -1e308)) / 1e308, rep(1 / 3, 3))
  expect_equal(isotonic(c(1e308, 1, -1e308), c(1e10, 1, 1e10)), rep(0, 3), tolerance = 1e298)
  expect_equal(isotonic(c(3, 1), c(1e308, 1e308)), c(2, 2))
  expect_equal(isotonic(c(1.7e308, -1.7e308, 1.7e308), c(1.7e308, 1.7e308, 1)), c(0, 0, 1.7e308))
  expect_equal(isotonic(c(3, 1, 2), rep(5e-324, 3)), rep(2, 3))
})

test_that("leaves its arguments as they are", {
  y <- c(3, 1, 2)
  w <- c(1, 2, 3)
  isotonic(y, w)
  isotonic(y, w, increasing = FALSE)
  expect_identical(y, c(3, 1, 2))
  expect_identical(w, c(1, 2, 3))
})

test_that("refuses what it cannot fit", {
  refuses <- function(object, message) {
    expect_error(object, message, class = "calibrant_error_input")
  }
  refuses(isotonic(c(1, NA)), "position 2")
  refuses(isotonic(c(1, Inf)), "Element 2")
  refuses(isotonic("1"), "numeric")
  refuses(isotonic(1:3, weights = 1:2), "`weights` has 2")
  refuses(isotonic(1:2, weights = c(1, -1)), "Element 2")
  refuses(isotonic(1:2, weights = c(1, NA)), "weights")
  refuses(isotonic(1:2, weights = c(1, Inf)), "weights")
  refuses(isotonic(1:2, increasing = NA), "increasing")
})
