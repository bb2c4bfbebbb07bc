# The methods without a sort must give the same result as the sort.

draw_values <- list(
  spread = \(n) rnorm(n, sd = 3),
  ties = \(n) round(rnorm(n, sd = 3), 1),
  tails = \(n) rt(n, 1),
  ends = \(n) ifelse(runif(n) < 0.2, sample(c(-Inf, Inf), n, TRUE), rnorm(n)),
  zeros = \(n) sample(c(-0, 0, rnorm(5)), n, TRUE),
  ratios = \(n) exp(rnorm(n, sd = 6)),
  tiny = \(n) rnorm(n) * 1e-310,
  huge = \(n) rnorm(n) * 1e307,
  equal = \(n) rep(1.5, n)
)

draw_set <- function(shape, n, slope = 1, ...) {
  value <- draw_values[[shape]](n)
  truth <- runif(n) < plogis(if (slope == 0) -1 else pmax(pmin(slope * value, 20), -20) - 1)
  truth[1:2] <- c(TRUE, FALSE)
  lr_set(value, truth, scale = "ln", ...)
}

sorted_blocks <- function(x) lapply(each_system(x, counts_of), find_blocks)

test_that("PAV blocks of unsorted trials are those of sorted ones, bit for bit", {
  set.seed(1)
  for (shape in names(draw_values)) {
    for (slope in c(0, 1, 10, -1)) {
      for (n in c(1500, 20000)) {
        x <- draw_set(shape, n, slope)
        blocks_of(only_system(x))
        expect_null(only_system(x)$counts)
        expect_identical(each_system(x, blocks_of), sorted_blocks(x))
      }
    }
  }
})

test_that("blocks come from the counts where these are there", {
  set.seed(2)
  x <- draw_set("spread", 5000)
  y <- x[seq_along(x$value)]
  each_system(y, counts_of)
  expect_identical(each_system(y, blocks_of), each_system(x, blocks_of))
})

test_that("blocks of several systems are those of each alone", {
  set.seed(3)
  system <- rep(c("b", "a"), c(4000, 3000))
  x <- draw_set("spread", 7000, system = system)
  y <- lr_set(x$value[system == "a"], x$truth[system == "a"], scale = "ln")
  expect_identical(blocks_of(systems_of(x)$a), blocks_of(only_system(y)))
  expect_identical(points_of(systems_of(x)$b)$totals, counts_of(systems_of(x)$b)$totals)
})

test_that("block_positions() finds the ends of the blocks among the counts", {
  x <- lr_set(c(1, 2, 2, 3, 4, 5), truth = c(FALSE, TRUE, FALSE, FALSE, TRUE, TRUE), scale = "ln")
  expect_equal(
    block_positions(blocks_of(only_system(x)), counts_of(only_system(x))),
    list(first = c(1, 2, 4), last = c(1, 3, 5))
  )
})

cost <- function(x) pmax(x, 0) + log1p(exp(-abs(x)))

expect_same_costs <- function(x) {
  points <- points_of(only_system(x))
  log_odds <- seq(-25, 25, by = 2.5)
  llr <- to_ln(x$value, x$scale)
  found <- mean_costs(points, log_odds)
  h1 <- vapply(log_odds, \(t) mean(cost(-(llr[x$truth] + t))), 0)
  h2 <- vapply(log_odds, \(t) mean(cost(llr[!x$truth] + t)), 0)
  expect_equal(found$h1, h1, tolerance = 1e-14)
  expect_equal(found$h2, h2, tolerance = 1e-14)
  expect_equal(points$totals, c(sum(x$truth), sum(!x$truth)))
}

test_that("points of unsorted trials give the mean costs at every prior", {
  set.seed(4)
  n <- 6000
  h1 <- rep(c(TRUE, FALSE), c(1000, 5000))
  llr <- rnorm(n, ifelse(h1, 2, -2), 2)
  far <- replace(llr, 1:6, c(1e5, -1e5, 300, -300, 128, -128))
  certain <- replace(llr, c(1:3, n), c(Inf, Inf, Inf, -Inf))
  for (value in list(llr, round(llr, 2), llr / 10, 5 * llr, far, certain, 3 * rt(n, 2))) {
    for (scale in c("ln", "log10", "log2")) expect_same_costs(lr_set(value, h1, scale = scale))
  }
  expect_same_costs(lr_set(c(0, exp(llr[-1])), !h1, scale = "lr"))
})

test_that("trials all beyond the bins are counted as they are", {
  h1 <- rep(c(TRUE, FALSE), 3000)
  x <- lr_set(ifelse(h1, 1e4, -1e4), h1, scale = "log10")
  expect_equal(points_of(only_system(x))$llr, log(10) * c(-1e4, 1e4))
  expect_equal(cllr(x), 0)
  huge <- lr_set(ifelse(h1, 1.7e308, -1.7e308), h1, scale = "log10")
  expect_equal(range(points_of(only_system(huge))$llr), c(-1, 1) * .Machine$double.xmax)
})

test_that("one bin with all trials loses no digit", {
  h1 <- rep(c(TRUE, FALSE), 3000)
  for (value in c(0, 0.3, -20.1, 1 / 32)) {
    expect_same_costs(lr_set(rep(value, 6000), h1, scale = "ln"))
  }
})

test_that("infinite LRs are counted without the sort", {
  set.seed(5)
  value <- sample(c(-Inf, -1, 0, 2, Inf), 50, TRUE)
  truth <- rep(c(TRUE, FALSE), 25)
  weight <- runif(50)
  sets <- list(
    lr_set(value, truth, scale = "log10"),
    lr_set(value, truth, scale = "ln", weight = weight),
    lr_set(exp(value), truth, scale = "lr"),
    lr_set(rnorm(50), truth, scale = "ln")
  )
  for (x in sets) {
    counts <- counts_of(only_system(x))
    at <- match(from_ln(c(-Inf, Inf), x$scale), counts$value)
    number <- \(n) ifelse(is.na(at), 0, n[at])
    expected <- list(n_h1 = number(counts$n_h1), n_h2 = number(counts$n_h2))
    expect_equal(infinite_of(only_system(x)), expected)
  }
})

test_that("many priors give what single priors give", {
  set.seed(6)
  x <- draw_set("ends", 300)
  prior <- plogis(c(-400, -151, seq(-140, 140, by = 20), 151, 400))
  one_by_one <- vapply(prior, \(p) suppressWarnings(cross_entropy(x, p)), 0)
  expect_equal(suppressWarnings(cross_entropy(x, prior)), one_by_one, tolerance = 1e-13)
  expect_equal(cross_entropy_min(x, prior), vapply(prior, \(p) cross_entropy_min(x, p), 0))
})

test_that("missing values are found wherever they are", {
  for (i in c(1, 8, 9, 20)) {
    value <- replace(as.double(1:20), i, NaN)
    truth <- rep(c(TRUE, FALSE), 10)
    expect_error(lr_set(value, truth, scale = "ln"), class = "calibrant_error_input")
    expect_error(
      lr_set(as.double(1:20), replace(truth, i, NA), scale = "ln"),
      class = "calibrant_error_input"
    )
  }
  expect_error(lr_set(c(1, -1), c(TRUE, FALSE), scale = "lr"), class = "calibrant_error_input")
  expect_error(lr_set(c(1L, -1L), c(TRUE, FALSE), scale = "lr"), class = "calibrant_error_input")
})
