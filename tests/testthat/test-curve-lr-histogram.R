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

test_that("has densities that integrate to the share within the borders", {
  x <- set_of(c(Inf, 0.5, 1.5, -3), c(0.5, -Inf, -Inf, -2))
  histogram <- lr_histogram(x)
  width <- histogram$log10_lr_max - histogram$log10_lr_min
  expect_equal(sum((histogram$density_h1 * width)[is.finite(width)]), 3 / 4)
  expect_equal(sum((histogram$density_h2 * width)[is.finite(width)]), 2 / 4)
})

test_that("counts beyond the borders what lies there, infinite LRs included", {
  x <- set_of(c(Inf, Inf, 1), c(-Inf, -3, -1), scale = "log10")
  histogram <- lr_histogram(x, breaks = c(-1, 0, 1))
  expect_equal(histogram$log10_lr_min, c(-Inf, -1, 0, 1))
  expect_equal(histogram$log10_lr_max, c(-1, 0, 1, Inf))
  expect_equal(histogram$n_h1, c(0, 0, 1, 2))
  expect_equal(histogram$n_h2, c(2, 1, 0, 0))
  inside <- set_of(1, -1, scale = "log10")
  expect_equal(nrow(lr_histogram(inside, breaks = c(-1, 0, 1))), 2)
})

test_that("counts every trial once", {
  for (x in list(
    set_of(c(0, 0), 0), set_of(1e300, -1e300), set_of(5e-324, 0), set_of(-1.7e308, 1.7e308),
    random_set(2, digits = 0)
  )) {
    histogram <- lr_histogram(x)
    expect_equal(sum(histogram$n_h1), sum(x$truth))
    expect_equal(sum(histogram$n_h2), sum(!x$truth))
  }
})

test_that("counts infinite LRs where nothing else is there", {
  expect_silent(histogram <- lr_histogram(set_of(c(Inf, Inf), c(-Inf, Inf))))
  histogram <- histogram[histogram$n_h1 + histogram$n_h2 > 0, ]
  expect_equal(is.infinite(histogram$log10_lr_min), c(TRUE, FALSE))
  expect_equal(is.infinite(histogram$log10_lr_max), c(FALSE, TRUE))
  expect_equal(histogram$n_h1, c(0, 2))
  expect_equal(histogram$n_h2, c(1, 1))
  expect_silent(lr_histogram(set_of(Inf, -Inf), breaks = 1:3))
  both <- c(set_of(1, -1, system = c("a", "a")), set_of(Inf, -Inf, system = c("b", "b")))
  expect_silent(histogram <- lr_histogram(both))
  expect_equal(sum(histogram$n_h1[histogram$system == "b"]), 1)
})

test_that("has a bin of some width for values that are all equal", {
  for (value in c(0, -3, 1e20, -1e300)) {
    histogram <- lr_histogram(set_of(value, value, scale = "log10"))
    expect_equal(c(histogram$n_h1, histogram$n_h2), c(1, 1))
    expect_gt(histogram$log10_lr_max - histogram$log10_lr_min, 0)
    expect_true(histogram$log10_lr_min < value && value < histogram$log10_lr_max)
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

test_that("refuses borders that make no bin and numbers of bins that are none", {
  x <- set_of(1, -1, scale = "log10")
  refuses <- function(...) expect_error(lr_histogram(x, ...), class = "calibrant_error_input")
  refuses(breaks = 0)
  refuses(breaks = c(1, 1))
  refuses(breaks = c("a", "b"))
  refuses(breaks = c(-2, NA, 2))
  refuses(breaks = c(-Inf, 2))
  for (bins in list(0, 1.5, -3, NA, Inf, "a", 1:2)) refuses(bins = bins)
})

test_that("a single value lies in the middle of its bins, however large it is", {
  for (value in c(0.3, 2, 5e7)) {
    bins <- round_breaks(c(value, value), 30)
    expect_equal(mean(bins), value)
    expect_equal(diff(bins), max(1, value * 1e-6))
  }
})
