test_that("counts what lies in each bin, the lower border included", {
  x <- set_of(c(0, 0.5, 1, 2), c(-1, 0, 0.99, -0.5), scale = "log10")
  histogram <- lr_histogram(x, breaks = -1:2)
  expect_equal(histogram$log10_lr_min, c(-1, 0, 1))
  expect_equal(histogram$log10_lr_max, c(0, 1, 2))
  expect_equal(histogram$n_h1, c(0, 2, 2))
  expect_equal(histogram$n_h2, c(2, 2, 0))
})

test_that("agrees with hist() on random values", {
  x <- random_set(1, 200, 300)
  histogram <- lr_histogram(x, bins = 20)
  breaks <- c(histogram$log10_lr_min, max(histogram$log10_lr_max))
  counted <- \(llr) {
    graphics::hist(llr / log(10), breaks = breaks, plot = FALSE, right = FALSE)$counts
  }
  expect_equal(histogram$n_h1, counted(h1_of(x)))
  expect_equal(histogram$n_h2, counted(h2_of(x)))
  expect_gt(nrow(histogram), 10)
})

test_that("has densities that integrate to the finite share", {
  x <- set_of(c(Inf, 0.5, 1.5, -3), c(0.5, -Inf, -Inf, -2))
  histogram <- lr_histogram(x)
  width <- histogram$log10_lr_max - histogram$log10_lr_min
  expect_equal(sum((histogram$density_h1 * width)[is.finite(width)]), 3 / 4)
  expect_equal(sum((histogram$density_h2 * width)[is.finite(width)]), 2 / 4)
})

test_that("gives infinite LRs bins of their own", {
  x <- set_of(c(Inf, Inf, 1), c(-Inf, -1), scale = "log10")
  histogram <- lr_histogram(x, breaks = c(-1, 0, 1))
  expect_equal(histogram$log10_lr_min, c(-Inf, -1, 0, Inf))
  expect_equal(histogram$log10_lr_max, c(-Inf, 0, 1, Inf))
  expect_equal(histogram$n_h1, c(0, 0, 1, 2))
  expect_equal(histogram$n_h2, c(1, 1, 0, 0))
  expect_equal(is.na(histogram$density_h1), c(TRUE, FALSE, FALSE, TRUE))
})

test_that("counts every trial once", {
  for (x in list(
    set_of(c(0, 0), 0), set_of(Inf, -Inf), set_of(1e300, -1e300), set_of(5e-324, 0),
    random_set(2, digits = 0)
  )) {
    histogram <- lr_histogram(x)
    expect_equal(sum(histogram$n_h1), sum(x$truth))
    expect_equal(sum(histogram$n_h2), sum(!x$truth))
  }
})

test_that("bins all systems alike, scores under their own name", {
  x <- c(
    set_of(9, 1, scale = "score", system = c("a", "a")),
    set_of(2, 5, scale = "score", system = c("b", "b"))
  )
  histogram <- lr_histogram(x, bins = 4)
  expect_named(histogram, c(
    "system", "score_min", "score_max", "n_h1", "n_h2", "density_h1", "density_h2"
  ))
  bins <- split(histogram[c("score_min", "score_max")], histogram$system)
  expect_equal(bins$a, bins$b, ignore_attr = TRUE)
})

test_that("refuses breaks that leave trials out and numbers of bins that are none", {
  x <- set_of(1, -1, scale = "log10")
  refuses <- function(...) expect_error(lr_histogram(x, ...), class = "calibrant_error_input")
  refuses(breaks = c(-0.5, 2))
  refuses(breaks = c(-2, 0.5))
  refuses(breaks = 0)
  refuses(breaks = c(-2, NA, 2))
  refuses(breaks = c(-Inf, 2))
  for (bins in list(0, 1.5, -3, NA, Inf, "a", 1:2)) refuses(bins = bins)
})
