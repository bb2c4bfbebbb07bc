# The band by its definition: every run of cells separately, limits by inversion of the tails.
band_by_hand <- function(x, factor, level) {
  d <- log(factor) / 4
  n <- c(sum(x$truth), sum(!x$truth))
  reach <- ceiling(log(factor * n / log(4 / (1 - level))) / d)
  k <- pmin(pmax(floor(x$value / d + 0.5), -reach[1] - 1), reach[2] + 1)
  cells <- (-reach[1] - 1):(reach[2] + 1)
  runs <- NULL
  for (length in c(1:4, 2^(3:20))) {
    for (first in seq_along(cells)) {
      last <- first + length - 1
      if (last <= length(cells) && (first - 1) %% max(1, floor(length / 4)) == 0) {
        runs <- rbind(runs, c(first, last))
      }
    }
  }
  alpha <- (1 - level) / (4 * nrow(runs))
  root <- \(f) uniroot(f, c(-60, 60), tol = 1e-12)$root
  lower <- rep(-Inf, length(cells))
  upper <- rep(Inf, length(cells))
  for (i in seq_len(nrow(runs))) {
    inside <- k >= cells[runs[i, 1]] & k <= cells[runs[i, 2]]
    x1 <- sum(inside & x$truth)
    m <- sum(inside)
    tail <- \(t, q, low) pbinom(q, m, plogis(t), lower.tail = low, log.p = TRUE) - log(alpha)
    at_least <- if (x1 == 0) -Inf else root(\(t) tail(t, x1 - 1, FALSE))
    at_most <- if (x1 == m) Inf else root(\(t) tail(t, x1, TRUE))
    after <- seq_along(cells) >= runs[i, 2]
    lower[after] <- pmax(lower[after], at_least - log(n[1] / n[2]))
    before <- seq_along(cells) <= runs[i, 1]
    upper[before] <- pmin(upper[before], at_most - log(n[1] / n[2]))
  }
  inner <- 2:(length(cells) - 1)
  data.frame(
    log10_lr = cells[inner] * d / log(10), lower = lower[inner] / log(10),
    upper = upper[inner] / log(10)
  )
}

# The true LRs of the cells, for populations with these probabilities below a log10 LR.
true_lrs <- function(band, below_h1, below_h2) {
  mass <- \(below) below(band$log10_lr_max) - below(band$log10_lr_min)
  log10(mass(below_h1) / mass(below_h2))
}

holds <- function(band, truth) {
  all(band$lower <= truth + 1e-9 & truth - 1e-9 <= band$upper, na.rm = TRUE)
}

band_of <- function(...) attr(calibration_range(...), "band")

test_that("the band is its definition", {
  for (factor in c(3, 10)) {
    x <- random_set(3, 60, 90, digits = if (factor == 3) 8 else 0)
    band <- band_of(x, factor, level = 0.9)
    by_hand <- band_by_hand(x, factor, 0.9)
    expect_equal(band$log10_lr, by_hand$log10_lr)
    expect_equal(band$lower, by_hand$lower, tolerance = 1e-9)
    expect_equal(band$upper, by_hand$upper, tolerance = 1e-9)
    expect_true(any(is.finite(band$lower)) && any(is.finite(band$upper)))
  }
})

test_that("ranges are the cells within the factor, with their trials", {
  withr::local_seed(1)
  x <- simulate_lr(3000, 3000, s = 1.5)
  found <- calibration_range(x)
  band <- attr(found, "band")
  far <- \(end) pmax(abs(end - band$log10_lr_min), abs(end - band$log10_lr_max))
  right <- pmax(far(band$lower), far(band$upper)) <= log10(2)
  inside <- rowSums(outer(band$log10_lr, found$log10_lr_min, `>`) &
    outer(band$log10_lr, found$log10_lr_max, `<`)) > 0
  expect_identical(inside, right)
  expect_true(any(right))
  for (i in seq_len(nrow(found))) {
    within <- x$value >= found$log10_lr_min[i] & x$value < found$log10_lr_max[i]
    expect_equal(found$n_h1[i], sum(within & x$truth))
    expect_equal(found$n_h2[i], sum(within & !x$truth))
  }
  wide <- calibration_range(x, factor = 10)
  expect_identical(nrow(wide), 1L)
  expect_lt(wide$log10_lr_min, -1)
  expect_gt(wide$log10_lr_max, 1)
})

test_that("too few trials prove nothing, nor do wrong LRs", {
  withr::local_seed(2)
  none <- calibration_range(simulate_lr(50, 200, s = 1.5))
  expect_identical(nrow(none), 0L)
  expect_named(none, c("system", "log10_lr_min", "log10_lr_max", "n_h1", "n_h2"))
  expect_output(print(none), "\nnone")
  many <- simulate_lr(20000, 20000, s = 1.5)
  expect_gt(nrow(calibration_range(many)), 0)
  expect_identical(nrow(calibration_range(lr_set(many$value + 0.6, many$truth, "log10"))), 0L)
  # LRs that are twice as strong are right only near LR = 1.
  stretched <- calibration_range(lr_set(2 * many$value, many$truth, "log10"))
  expect_true(all(abs(c(stretched$log10_lr_min, stretched$log10_lr_max)) < 0.7))
})

test_that("limits for fixed numbers of trials fail no more often than is said", {
  # The exact value, over all numbers of trials in a run with these shares.
  alpha <- 0.005
  for (n in list(c(5, 5), c(20, 20), c(8, 60), c(60, 8))) {
    x1 <- rep(0:n[1], n[2] + 1)
    x2 <- rep(0:n[2], each = n[1] + 1)
    ends <- run_limits(x1, x2, n, n, alpha, "trial")
    for (a in c(0.01, 0.1, 0.4, 0.8, 1)) {
      for (b in c(0.01, 0.1, 0.4, 0.8, 1)) {
        p <- dbinom(x1, n[1], a) * dbinom(x2, n[2], b)
        expect_lte(sum(p[ends$upper < log10(a / b)]), 2 * alpha)
        expect_lte(sum(p[ends$lower > log10(a / b)]), 2 * alpha)
      }
    }
  }
})

test_that("the band holds true LRs, of smooth populations and of few values", {
  withr::local_seed(3)
  missed <- 0
  for (i in 1:60) {
    s <- c(1, 2, 3)[1 + i %% 3]
    x <- simulate_lr(c(20, 100, 100)[1 + i %% 3], c(20, 100, 1000)[1 + i %% 3], s = s)
    band <- band_of(x, factor = 5)
    normal <- \(mean) \(q) pnorm(q * log(10), mean, s)
    missed <- missed + !holds(band, true_lrs(band, normal(s^2 / 2), normal(-s^2 / 2)))
    steps <- c(-1, 0, 0.5, 2)
    h1 <- c(0.1, 0.2, 0.3, 0.4)
    h2 <- c(0.6, 0.2, 0.15, 0.05)
    discrete <- lr_set(
      c(sample(steps, 100, TRUE, h1), sample(steps, 100, TRUE, h2)),
      rep(c(TRUE, FALSE), each = 100), "log10"
    )
    band <- band_of(discrete, factor = 5)
    share <- \(p) stepfun(steps, c(0, cumsum(p)))
    missed <- missed + !holds(band, true_lrs(band, share(h1), share(h2)))
  }
  expect_lte(missed, 2)
})

test_that("exchanging the hypotheses exchanges the limits of a run", {
  n <- expand.grid(h1 = 0:6, h2 = 0:8)
  for (unit in c("trial", "source")) {
    there <- run_limits(n$h1, n$h2, c(6, 8), c(6, 5), 0.01, unit)
    back <- run_limits(n$h2, n$h1, c(8, 6), c(5, 6), 0.01, unit)
    expect_equal(there$lower, -back$upper)
    expect_equal(there$upper, -back$lower)
    expect_true(all(there$lower < there$upper))
  }
})

test_that("infinite LRs are trials beyond all others", {
  x <- random_set(6, 80, 80)
  far <- lr_set(ifelse(abs(x$value) > 2, sign(x$value) * Inf, x$value), x$truth, "ln")
  near <- lr_set(ifelse(abs(x$value) > 2, sign(x$value) * 90, x$value), x$truth, "ln")
  expect_equal(calibration_range(far, 10), calibration_range(near, 10))
})

test_that("comparisons count as many as can be disjoint", {
  pairs <- utils::combn(10, 2)
  # A group has at most five pairs, and ten groups are possible.
  expect_identical(disjoint_share(pairs[1, ], pairs[2, ]), 45 %/% 10)
  # References and probes.
  grid <- expand.grid(a = 1:6, b = 11:14)
  expect_identical(disjoint_share(grid$a, grid$b), 24 %/% 6)
  expect_identical(disjoint_share(1:9, 1:9), 9)
  expect_identical(disjoint_share(rep(1:9, 3), rep(1:9, 3)), 9)
  # All comparisons have an item in common.
  expect_identical(disjoint_share(rep(1, 7), 2:8), 1)
  triangle <- utils::combn(3, 2)
  expect_identical(disjoint_share(triangle[1, ], triangle[2, ]), 1)
  # With three repetitions each, all nine comparisons share an item with all others.
  expect_identical(disjoint_share(rep(triangle[1, ], 3), rep(triangle[2, ], 3)), 1)
  expect_identical(disjoint_share(c(1, 3), c(2, 4)), 2)
})

test_that("limits of dependent shares are those of Chernoff, beyond those of Clopper and Pearson", {
  n <- c(0, 5, 10, 50, 95, 100)
  found <- share_limits(n, 100, 40, 1e-4)
  own <- \(x) ifelse(x > 0, x * log(x), 0)
  p <- n / 100
  divergence <- \(q) own(p) + own(1 - p) - ifelse(p > 0, p * log(q), 0) -
    ifelse(p < 1, (1 - p) * log(1 - q), 0)
  expect_equal(40 * divergence(found$upper)[n < 100], rep(-log(1e-4), 5), tolerance = 1e-6)
  expect_equal(40 * divergence(found$lower)[n > 0], rep(-log(1e-4), 5), tolerance = 1e-6)
  expect_identical(c(found$lower[1], found$upper[6]), c(0, 1))
  exact <- share_limits(p * 40, 40, 40, 1e-4)
  expect_true(all(exact$upper <= found$upper + 1e-12 & exact$lower >= found$lower - 1e-12))
  expect_equal(exact$upper[1], 1 - 1e-4^(1 / 40))
})

test_that("by source the band holds true LRs where items move their comparisons", {
  withr::local_seed(4)
  # Eight probes against eighty references: LLRs are calibrated, with a variance of 2.25.
  missed <- c(source = 0, trial = 0)
  for (i in 1:30) {
    effect <- rnorm(8)
    pairs <- expand.grid(a = 1:80, b = 1:8)
    truth <- pairs$b == 1 + pairs$a %% 8
    own <- rnorm(nrow(pairs), ifelse(truth, 1.125, -1.125), sqrt(2.25 - 1.45^2))
    llr <- 1.45 * effect[pairs$b] + own
    x <- lr_set(llr, truth, "ln", source1 = paste("a", pairs$a), source2 = paste("b", pairs$b))
    for (unit in names(missed)) {
      band <- suppressWarnings(band_of(x, factor = 3, by = unit))
      normal <- \(mean) \(q) pnorm(q * log(10), mean, 1.5)
      truth_of <- true_lrs(band, normal(1.125), normal(-1.125))
      missed[unit] <- missed[unit] + !holds(band, truth_of)
    }
  }
  expect_lte(missed[["source"]], 1)
  expect_gt(missed[["trial"]], 20)
  expect_equal(calibration_range(x), calibration_range(x, by = "source"))
  expect_equal(attr(calibration_range(x), "worth")[-1], data.frame(n_h1 = 8, n_h2 = 8))
  expect_output(print(calibration_range(x)), "worth 8 independent ones of H1 and 8 of H2")
  expect_output(print(calibration_range(x, by = "trial")), "share items")
})

test_that("systems keep their bands, and streams are as vectors", {
  x <- c(name_system(random_set(1, 90, 90), "a"), name_system(random_set(2, 90, 90), "b"))
  both <- calibration_range(x, 10)
  alone <- calibration_range(x["b"], 10)
  band <- attr(both, "band")
  expect_equal(band$upper[band$system == "b"], attr(alone, "band")$upper)
  expect_equal(attr(both, "worth")$n_h1, c(90, 90))
  expect_output(print(calibration_range(x, 1.1)), "none of a\nnone of b")
  tight()
  y <- withr::with_seed(1, gaussian_trials(4000))
  expect_gt(nrow(calibration_range(y, 4)), 0)
  far <- withr::with_seed(1, gaussian_trials(4000, "lr"))
  expect_equal(calibration_range(many_values(far), 4), calibration_range(y, 4))
  expect_equal(calibration_range(hidden_set(y), 4), calibration_range(y, 4))
})

test_that("limits that cross are said, and prove nothing", {
  withr::local_seed(5)
  x <- simulate_lr(2000, 2000, s = 2)
  turned <- lr_set(-x$value, x$truth, "log10")
  expect_warning(
    found <- calibration_range(turned, 100),
    class = "calibrant_warning_undefined"
  )
  expect_identical(nrow(found), 0L)
})

test_that("what cannot be done is refused", {
  x <- random_set(1)
  for (factor in list(1, 0, -2, NA, "a", c(2, 3), Inf)) {
    expect_error(calibration_range(x, factor), class = "calibrant_error_input")
  }
  expect_error(calibration_range(x, level = 1), class = "calibrant_error_input")
  expect_error(calibration_range(x, by = "source"), class = "calibrant_error_source")
  expect_error(calibration_range(random_set(1, weights = TRUE)), class = "calibrant_error_input")
  expect_error(calibration_range(set_of(1, 0, "score")), class = "calibrant_error_score")
})
