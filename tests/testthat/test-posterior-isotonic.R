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
  expect_equal(isotonic(y, weights = w), expected)
})

test_that("minimises the weighted squares among all that ascend", {
  withr::local_seed(3)
  y <- c(2, 0, 1, 3, 1)
  w <- c(1, 2, 0.5, 1, 3)
  best <- squares(y, isotonic(y, weights = w), w)
  # Every ascending vector on a grid, and random ones beyond it.
  grid <- expand.grid(rep(list(seq(0, 3, by = 0.5)), 5))
  grid <- grid[apply(grid, 1, \(fit) !is.unsorted(fit)), ]
  costs <- apply(grid, 1, \(fit) squares(y, fit, w))
  expect_true(all(costs >= best - 1e-12))
  near <- replicate(500, squares(y, sort(isotonic(y, weights = w) + stats::rnorm(5, sd = 0.01)), w))
  expect_true(all(near >= best))
})

test_that("takes whole weights for replication", {
  withr::local_seed(4)
  y <- stats::rnorm(30)
  w <- sample(1:4, 30, replace = TRUE)
  replicated <- isotonic(rep(y, w))
  expect_equal(isotonic(y, weights = w), replicated[cumsum(w)])
})

test_that("keeps the weighted mean and repeats itself", {
  withr::local_seed(5)
  y <- stats::rnorm(50)
  w <- stats::rexp(50)
  fit <- isotonic(y, weights = w)
  expect_false(is.unsorted(fit))
  expect_equal(stats::weighted.mean(fit, w), stats::weighted.mean(y, w))
  expect_equal(isotonic(fit, weights = w), fit)
  expect_equal(isotonic(3 * y - 1, weights = w), 3 * fit - 1)
})

test_that("descends when asked to", {
  withr::local_seed(6)
  y <- stats::rnorm(40)
  w <- stats::rexp(40)
  falling <- isotonic(y, weights = w, increasing = FALSE)
  expect_equal(falling, rev(isotonic(rev(y), weights = rev(w))))
})

test_that("answers with finite values where weights are zero", {
  y <- c(9, -9, 1, 50, 2, 3)
  expect_equal(isotonic(y, weights = c(0, 0, 1, 0, 1, 0)), c(1, 1, 1, 1, 2, 2))
  expect_equal(isotonic(c(3, 1, 2), weights = c(0, 0, 0)), isotonic(c(3, 1, 2)))
  kept <- c(0, 2, 1, 0, 3) > 0
  all <- isotonic(c(8, 3, 1, 7, 2), weights = c(0, 2, 1, 0, 3))
  expect_equal(all[kept], isotonic(c(3, 1, 2), weights = c(2, 1, 3)))
})

test_that("accepts nothing, whole numbers and flags of the data", {
  expect_equal(isotonic(numeric()), numeric())
  expect_equal(isotonic(c(3L, 1L)), c(2, 2))
  expect_equal(isotonic(c(3, 1), weights = c(3L, 1L)), c(2.5, 2.5))
})

test_that("survives sums of the largest doubles", {
  expect_equal(isotonic(c(1e308, 1e308, -1e308)) / 1e308, rep(1 / 3, 3))
  huge <- isotonic(c(1e308, 1, -1e308), weights = c(1e10, 1, 1e10))
  expect_equal(huge, rep(0, 3), tolerance = 1e298)
  expect_equal(isotonic(c(3, 1), weights = c(1e308, 1e308)), c(2, 2))
  huge <- isotonic(c(1.7e308, -1.7e308, 1.7e308), weights = c(1.7e308, 1.7e308, 1))
  expect_equal(huge, c(0, 0, 1.7e308))
  expect_equal(isotonic(c(3, 1, 2), weights = rep(5e-324, 3)), rep(2, 3))
})

test_that("leaves its arguments as they are", {
  y <- c(3, 1, 2)
  w <- c(1, 2, 3)
  isotonic(y, weights = w)
  isotonic(y, weights = w, increasing = FALSE)
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

test_that("x comes first, and its ties are one", {
  x <- c(10, 20, 20, 35, 50)
  y <- c(0, 1, 0, 0, 1)
  expect_equal(isotonic(x, y), c(0, 1, 1, 1, 3) / 3)
  expect_equal(isotonic(c(2, 1, 2), c(1, 5, 3), increasing = FALSE), c(2, 5, 2))
  # Any order of the observations, and copies instead of weights.
  withr::local_seed(7)
  x <- sample(1:6, 40, replace = TRUE)
  y <- stats::rnorm(40, x)
  w <- sample(0:3, 40, replace = TRUE)
  fit <- isotonic(x, y, weights = w)
  mixed <- sample(40)
  expect_equal(isotonic(x[mixed], y[mixed], weights = w[mixed]), fit[mixed])
  expect_equal(isotonic(rep(x, w), rep(y, w)), rep(fit, w))
  expect_equal(isotonic(-x, y, weights = w, increasing = FALSE), fit)
  # Only the order of x matters if there are no ties.
  expect_equal(isotonic(c(-Inf, 2, Inf), c(1, 3, 2)), isotonic(c(1, 3, 2)))
  expect_equal(isotonic(c(0, -0, 1), c(1, 3, 2)), c(2, 2, 2))
})

test_that("weights have a name, and values are one sequence", {
  expect_error(isotonic(1:3, 3:1, c(1, 2, 1)), class = "calibrant_error_dots")
  expect_error(isotonic(matrix(c(1, 3, 2, 4), 2)), class = "calibrant_error_input")
  expect_error(isotonic(1:3, 3:2), "`y` has 2", class = "calibrant_error_input")
  expect_error(isotonic(c(1, NA), 1:2), "position 2", class = "calibrant_error_input")
})
