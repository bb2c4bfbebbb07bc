# D by its formula.
overstatement_by_hand <- function(x, at, half) {
  mean_of <- \(llr, tilt) sum(exp(tilt * llr[abs(llr - at) <= half] / 2)) / length(llr)
  (log(mean_of(h2_of(x), 1)) - log(mean_of(h1_of(x), -1))) / log(10)
}

test_that("is the formula, ties and all", {
  for (digits in c(8, 0)) {
    x <- random_set(2, 30, 40, digits = digits)
    curve <- overstatement_curve(x, width = 0.81, level = NULL)
    expect_s3_class(curve, "overstatement_curve")
    expected <- vapply(curve$log10_lr * log(10), overstatement_by_hand, 0, x = x,
      half = 0.405 * log(10))
    expect_equal(curve$overstatement, ifelse(is.finite(expected), expected, NA))
    ends <- c(max(min(h1_of(x)), min(h2_of(x))), min(max(h1_of(x)), max(h2_of(x)))) / log(10)
    expect_equal(range(curve$log10_lr), ends)
  }
})

test_that("windows without trials of a hypothesis have a band and no estimate", {
  x <- set_of(h1 = c(-6, 5, 6, 7, Inf), h2 = c(-7, -6, 6.5, 8), "ln")
  curve <- withr::with_seed(1, overstatement_curve(x, replicates = 50))
  empty <- is.na(curve$overstatement)
  expect_true(any(empty) && !all(empty))
  expect_false(anyNA(curve$overstatement_lower[empty]))
  # At the end of the range, one of five LRs is infinite.
  expect_equal(curve$overstatement[101], log10(exp(6.5 / 2) / 4 + exp(8 / 2) / 4) -
    log10((exp(-3) + exp(-3.5)) / 5))
})

test_that("is 0 for calibrated LRs, and what was added to others", {
  withr::local_seed(1)
  x <- simulate_lr(2e4, 2e4, s = 2)
  middle <- \(curve) curve[abs(curve$log10_lr) < 1, ]
  calibrated <- middle(overstatement_curve(x, replicates = 200))
  expect_lt(max(abs(calibrated$overstatement)), 0.1)
  shifted <- lr_set(x$value + 1, x$truth, "log10")
  moved <- overstatement_curve(shifted, level = NULL)
  moved <- moved[abs(moved$log10_lr - 1) < 1, ]
  expect_lt(max(abs(moved$overstatement - 1)), 0.1)
})

test_that("exchanging the hypotheses and the signs exchanges the sign", {
  x <- random_set(5, 30, 50)
  turned <- lr_set(-x$value, !x$truth, "ln")
  a <- overstatement_curve(x, level = NULL)
  b <- overstatement_curve(turned, level = NULL)
  expect_equal(a$log10_lr, -rev(b$log10_lr))
  expect_equal(a$overstatement, -rev(b$overstatement))
})

test_that("many gaps may be pooled", {
  withr::local_seed(3)
  counts <- counts_of(systems_of(simulate_lr(6000, 9000, s = 2))[[1]])
  at <- seq(-2, 2, by = 0.25)
  weighted <- function(gaps) {
    total <- sum(gaps$shape) + sum(gaps$outer)
    colSums(window_means(gaps, at, 0.5, 1) * gaps$shape) / total
  }
  pooled <- fiducial_gaps(counts$value[counts$n_h2 > 0], counts$n_h2[counts$n_h2 > 0])
  expect_lt(length(pooled$shape), 1500)
  expect_equal(sum(pooled$shape) + sum(pooled$outer), 9001)
  all <- fiducial_gaps(counts$value[counts$n_h2 > 0], counts$n_h2[counts$n_h2 > 0], Inf)
  expect_equal(weighted(pooled), weighted(all), tolerance = 0.01)
  spike <- pool_gaps(c(1:3000, 3000), c(2:3001, 3000), c(rep(1, 3000), 500), most = 2000)
  expect_true(any(spike$shape == 500 & spike$from == spike$to))
})

test_that("the band holds the curve, wider where trials run out, and wider for the whole of it", {
  withr::local_seed(1)
  x <- simulate_lr(60, 200, s = 1.5)
  band <- \(...) withr::with_seed(2, overstatement_curve(x, replicates = 500, ...))
  point <- band()
  expect_true(all(point$overstatement_lower < point$overstatement &
    point$overstatement < point$overstatement_upper))
  width <- point$overstatement_upper - point$overstatement_lower
  expect_gt(width[1], 2 * width[51])
  whole <- band(band = "simultaneous")
  expect_true(all(whole$overstatement_lower <= point$overstatement_lower))
  expect_identical(whole$overstatement, point$overstatement)
  expect_identical(band(), point)
  narrow <- band(level = 0.5)
  expect_true(all(narrow$overstatement_upper < point$overstatement_upper))
})

test_that("limits leave out half of the rest on each side", {
  h1 <- list(inside = matrix(1, 1, 99), beyond = 0)
  h2 <- list(inside = matrix(exp(1:99), 1), beyond = 0)
  limits <- overstatement_limits(h1, h2, 2, list(level = 0.9, band = "pointwise"), 1)
  # The k-th smallest of 99 replicates has probability k / 100.
  expect_equal(unlist(limits), (2 + c(5, 95)) / log(10))
})

test_that("few sources widen limits about the median, and infinite limits stay infinite", {
  band <- list(level = 0.9, band = "pointwise")
  h1 <- list(inside = matrix(1, 1, 99), beyond = 0)
  h2 <- list(inside = matrix(exp(1:99), 1), beyond = 0)
  limits <- overstatement_limits(h1, h2, 2, band, 1.5)
  expect_equal(unlist(limits), (2 + 50 + 1.5 * c(-45, 45)) / log(10))
  nothing <- list(inside = matrix(0, 1, 99), beyond = 0)
  expect_identical(unlist(overstatement_limits(h1, nothing, 2, band, 1.5)), c(-Inf, -Inf))
})

test_that("shares are those of uniform order statistics", {
  # The 3rd and the 6th of 9 trials bound a share of mean 3/10 and variance 3 * 7 / (10^2 * 11).
  withr::local_seed(1)
  found <- fiducial_shares(as.double(1:9), rep(1, 9), 4.5, 1.5, 0, gamma_masses(2))
  # A tilt of 0 needs the limit of the antiderivative.
  near <- fiducial_shares(as.double(1:9), rep(1, 9), 4.5, 1.5, 1e-6, gamma_masses(4000))
  expect_true(all(is.nan(found$inside)))
  expect_lt(abs(mean(near$inside) - 0.3), 4 * sqrt(21 / 1100 / 4000))
  expect_lt(abs(var(as.vector(near$inside)) / (21 / 1100) - 1), 0.1)
  expect_identical(unique(as.vector(near$beyond)), 0)
})

test_that("weights of trials fill the gaps beside them", {
  llr <- c(-Inf, 1, 2, 3, Inf)
  n <- c(1, 1, 3, 1, 2)
  gaps <- fiducial_gaps(llr, n)
  # With weights of 1, each gap has the average mass by trial.
  even <- gap_masses(gaps, matrix(1, sum(n), 2))
  expect_equal(unname(even$inner), cbind(gaps$shape, gaps$shape))
  expect_equal(even$outer, cbind(gaps$outer, gaps$outer))
  odd <- gap_masses(gaps, cbind(c(7, 1, 2, 3, 4, 5, 8, 9)))
  # Gaps in turn: from 1 to 2, at 2, from 2 to 3; then below 1 and above 3.
  expect_equal(as.vector(odd$inner), c((1 + 3) / 2, 6, (3 + 5) / 2))
  expect_equal(as.vector(odd$outer), c(7 + 1, 8 + 9 + 5))
  # With and without pooling.
  many <- fiducial_gaps(as.double(1:5000), rep(1, 5000))
  weight <- matrix(stats::runif(10000), 5000)
  found <- gap_masses(many, weight)
  expect_identical(nrow(found$inner), length(many$shape))
  expect_equal(colSums(found$inner) + colSums(found$outer), colSums(weight) + weight[1, ] / 2 +
    weight[5000, ] / 2)
})

test_that("by source, a comparison has the product of the weights of its items", {
  weights <- cbind(c(1, 2, 3), c(0.5, 1, 4))
  trials <- list(source1 = c(0, 1, 2), source2 = c(1, 1, 0))
  gaps <- fiducial_gaps(as.double(1:3), rep(1, 3))
  found <- source_masses(trials, weights)(gaps, \(inner, outer) rbind(inner, outer))
  product <- cbind(c(2, 2, 3), c(0.5, 1, 2))
  each <- gap_masses(gaps, product)
  expect_equal(found, rbind(each$inner, each$outer))
})

test_that("bands by source are wider where items move their comparisons, and draw by parts alike", {
  withr::local_seed(4)
  pair <- utils::combn(rep(1:30, each = 2), 2)
  truth <- pair[1, ] == pair[2, ]
  moved <- rnorm(30, 0, 1)
  llr <- ifelse(truth, 1.5, -1.5) + moved[pair[1, ]] + moved[pair[2, ]] + rnorm(ncol(pair))
  x <- lr_set(llr, truth, "ln", source1 = pair[1, ], source2 = pair[2, ])
  width <- \(by) {
    found <- withr::with_seed(1, overstatement_curve(x, by = by, replicates = 300))
    expect_true(all(found$overstatement_lower <= found$overstatement_upper))
    median(found$overstatement_upper - found$overstatement_lower)
  }
  expect_gt(width("source"), 1.3 * width("trial"))
  # If no comparisons share items, each is an independent trial.
  alone <- random_set(3, 100, 100)
  alone <- lr_set(alone$value, alone$truth, "ln", source1 = 1:200, source2 = 1:200)
  ends <- \(by) {
    found <- withr::with_seed(2, overstatement_curve(alone, by = by, replicates = 3000))
    found$overstatement_upper[51] - found$overstatement_lower[51]
  }
  expect_equal(ends("source"), ends("trial"), tolerance = 0.1)
})

test_that("infinite LRs lie beyond all others", {
  x <- set_of(c(-1, 0, 1, 2, Inf, Inf), c(-Inf, -2, -1, 0.5, 1.5))
  y <- set_of(c(-1, 0, 1, 2, 3, 4), c(-3, -2, -1, 0.5, 1.5))
  curve <- \(x) withr::with_seed(1, overstatement_curve(x, replicates = 3000))
  expect_equal(range(curve(x)$log10_lr), c(-1, 1.5) / log(10))
  expect_equal(curve(x)$log10_lr, curve(y)$log10_lr)
  # An H1 trial at 3 leaves less probability above 2 than one at infinity.
  expect_gt(curve(y)$overstatement_lower[101], curve(x)$overstatement_lower[101])
})

test_that("systems without overlap have no rows", {
  apart <- set_of(c(1, 2), c(-1, 0))
  expect_warning(none <- overstatement_curve(apart), class = "calibrant_warning_undefined")
  expect_identical(nrow(none), 0L)
  both <- c(name_system(apart, "apart"), name_system(random_set(1), "near"))
  expect_warning(some <- overstatement_curve(both, replicates = 20), "apart")
  expect_identical(as.character(unique(some$system)), "near")
  one <- overstatement_curve(set_of(c(0, 1), c(-1, 0)), replicates = 20)
  expect_identical(one$log10_lr, 0)
})

test_that("what cannot be done is refused", {
  x <- random_set(1)
  for (width in list(0, -1, NA, "a", c(1, 2))) {
    expect_error(overstatement_curve(x, width = width), class = "calibrant_error_input")
  }
  expect_error(overstatement_curve(x, band = "calibrated"), class = "calibrant_error_input")
  expect_error(overstatement_curve(x, level = 1), class = "calibrant_error_input")
  expect_error(overstatement_curve(random_set(1, weights = TRUE)), class = "calibrant_error_input")
  expect_error(overstatement_curve(set_of(1, 0, "score")), class = "calibrant_error_score")
  expect_error(overstatement_curve(x, by = "source"), class = "calibrant_error_source")
})

test_that("limits by source are as wide as so few sources need", {
  pairs <- expand.grid(a = 1:6, b = 1:6)
  x <- withr::with_seed(6, {
    lr_set(rnorm(36, pairs$a == pairs$b), pairs$a == pairs$b, "ln", source1 = pairs$a,
      source2 = pairs$b)
  })
  bands <- list(by = "source", replicates = 5, z = qnorm(0.975))
  few <- withr::with_seed(7, fiducial_masses(x, bands))[[1]]$few
  expect_equal(few, source_widening(6, qnorm(0.975), 2))
})

test_that("a single trial at the one value of all trials leaves a limit open", {
  limits <- \(n_h1, n_h2) {
    truth <- rep(c(TRUE, FALSE), c(n_h1, n_h2))
    curve <- overstatement_curve(lr_set(0 * truth, truth, scale = "ln", sure = TRUE))
    c(curve$overstatement_lower, curve$overstatement_upper)
  }
  expect_identical(limits(1, 1), c(-Inf, Inf))
  expect_identical(limits(8, 1)[1], -Inf)
  expect_identical(limits(1, 5)[2], Inf)
  expect_true(limits(8, 1)[2] > 0 && limits(1, 5)[1] < 0)
})
