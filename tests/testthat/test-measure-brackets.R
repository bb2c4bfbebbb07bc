bracket_shapes <- function(n) {
  truth <- rep(c(TRUE, FALSE), c(n / 4, n - n / 4))
  normal <- stats::rnorm(n, ifelse(truth, 2, -2), 2)
  list(
    truth = truth,
    values = list(
      normal = normal, ties = round(normal, 1), reversed = -normal, strong = 40 * normal,
      outliers = replace(normal, c(1:3, n), c(1e300, -1e9, 4e7, -1e300)),
      infinite = replace(normal, c(1, 2, n), c(Inf, Inf, -Inf)),
      apart = normal + 1e3 * truth, equal = rep(2, n), heavy = stats::rt(n, 1) + truth,
      tiny = normal * 1e-310
    )
  )
}

# The exact values lie within the brackets, at every prior and for every system.
expect_bracketed <- function(found, x, info = NULL) {
  prior <- stats::plogis(c(-12, -3, -1, 0, 2, 9))
  ends <- cllr_min(found, exact = FALSE)
  exact <- unname(cllr_min(x))
  expect_true(all(ends$lower <= exact & exact <= ends$upper), info = info)
  expect_identical(ends$width, ends$upper - ends$lower)
  ends <- cross_entropy_min(found, prior, exact = FALSE)
  exact <- as.vector(t(matrix(cross_entropy_min(x, prior), ncol = length(prior))))
  expect_identical(ends$prior, rep(prior, length(exact) / length(prior)))
  expect_true(all(ends$lower <= exact & exact <= ends$upper), info = info)
  for (measure in list(auc, eer, \(x, ...) eer(x, c_miss = 3, c_fa = 0.2, ...))) {
    ends <- measure(found, exact = FALSE)
    exact <- unname(measure(x))
    expect_true(all(ends$lower <= exact & exact <= ends$upper), info = info)
  }
}

test_that("counts in cells hold the Cllr and the ECE of the trials", {
  withr::local_seed(6)
  prior <- c(0, 1e-4, 0.5, 0.9, 1)
  shapes <- bracket_shapes(4000)
  for (scale in c("ln", "log10")) {
    for (name in setdiff(names(shapes$values), c("outliers", "heavy", "strong"))) {
      x <- lr_set(shapes$values[[name]], shapes$truth, scale = scale, sure = TRUE)
      counted <- suppressWarnings(lr_set(lr_tally(lr_tally(x)$cells, 2^-10, scale)))
      expect_error(cllr(counted), class = "calibrant_error_no_counts")
      for (set in list(counted, x)) {
        quiet <- suppressWarnings
        ends <- quiet(cllr(set, exact = FALSE))
        exact <- quiet(unname(cllr(x)))
        expect_true(ends$lower <= exact && exact <= ends$upper, info = name)
        expect_lt(ends$width, 2^-10 * log(10) / log(2))
        ends <- quiet(cross_entropy(set, prior, exact = FALSE))
        exact <- quiet(cross_entropy(x, prior))
        expect_true(all(ends$lower <= exact & exact <= ends$upper), info = name)
        ends <- quiet(cross_entropy(set, 0.2, normalised = TRUE, exact = FALSE))
        exact <- quiet(cross_entropy(x, 0.2, normalised = TRUE))
        expect_true(ends$lower <= exact && exact <= ends$upper, info = name)
      }
    }
  }
})

test_that("intervals hold what they are intervals of", {
  withr::local_seed(1)
  for (n in c(8, 400, 40000)) {
    shapes <- bracket_shapes(n)
    for (name in names(shapes$values)) {
      x <- lr_set(shapes$values[[name]], shapes$truth, scale = "score")
      expect_bracketed(x[seq_len(n)], x, name)
      expect_bracketed(hidden_set(x), x, name)
      shards <- c(hidden_set(x[c(TRUE, FALSE)]), hidden_set(x[c(FALSE, TRUE)]), pool = TRUE)
      expect_bracketed(shards, x, name)
    }
  }
})

test_that("streams are bracketed by their first pass", {
  withr::local_seed(2)
  withr::local_options(calibrant.stream_limits = list(values = 300, buckets = 2^10))
  shapes <- bracket_shapes(8000)
  for (name in names(shapes$values)) {
    x <- lr_set(shapes$values[[name]], shapes$truth, scale = "score")
    expect_bracketed(streamed(x, 777), x, name)
  }
  several <- lr_set(shapes$values$normal, shapes$truth, scale = "ln", system = rep(1:2, 4000))
  expect_bracketed(streamed(several, 1000), several)
  half <- rep(1:2, 4000)
  x <- lr_set(shapes$values$normal, shapes$truth, scale = "ln")
  shards <- c(streamed(x[half == 1], 700), streamed(x[half == 2], 900), pool = TRUE)
  expect_bracketed(shards, x)
})

test_that("tables are bracketed by one query", {
  withr::local_seed(3)
  shapes <- bracket_shapes(160000)
  for (name in cases_of(c("normal", "outliers", "infinite", "heavy"), 2)) {
    x <- lr_set(shapes$values[[name]], shapes$truth, scale = "ln")
    table <- sqlite_table(data.frame(same = x$truth * 1L, value = x$value))
    far <- lr_set(table, same ~ value, scale = "ln", way = "push", sure = TRUE)
    expect_bracketed(far, x, name)
    expect_lt(cllr_min(far, exact = FALSE)$width, 0.05)
  }
})

test_that("weights and several systems are bracketed", {
  withr::local_seed(4)
  for (seed in cases_of(1:20, 1:6)) {
    x <- random_set(seed, 300, 700, weights = TRUE)
    expect_bracketed(x, x)
    expect_bracketed(hidden_set(x), x)
    both <- c(one = random_set(seed, 30, 80), other = random_set(seed + 1, 200, 90))
    expect_bracketed(both, both)
  }
})

test_that("intervals are narrow, and nothing is wide where values are few", {
  withr::local_seed(5)
  n <- 2e5
  truth <- rep(c(TRUE, FALSE), c(n / 10, n - n / 10))
  x <- lr_set(stats::rnorm(n, ifelse(truth, 2, -2), 2), truth, scale = "ln")
  ends <- cllr_min(x[seq_len(n)], exact = FALSE)
  expect_lt(ends$width / ends$lower, 5e-3)
  expect_lt((ends$upper - cllr_min(x)) / ends$upper, 5e-4)
  expect_lt(auc(x[seq_len(n)], exact = FALSE)$width, 1e-3)
  few <- lr_set(round(x$value), truth, scale = "ln")
  counts_of(only_system(few))
  expect_lt(auc(few, exact = FALSE)$upper - auc(few), 0.05)
})

test_that("what cannot be bracketed is refused", {
  x <- random_set(1, 30, 40)
  expect_error(auc(x, "hull", exact = FALSE), class = "calibrant_error_input")
  expect_error(eer(x, "steps", exact = FALSE), class = "calibrant_error_input")
  expect_error(cllr_min(x, exact = NA), class = "calibrant_error_input")
})
