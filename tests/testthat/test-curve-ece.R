test_that("has the documented columns, a row per system and prior", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  curve <- ece_curve(x, log10_prior_odds = -2:2)
  expect_s3_class(curve, c("ece_curve", "calibrant_curve", "data.frame"), exact = TRUE)
  expect_named(curve, c("system", "log10_prior_odds", "prior", "ece", "ece_min", "ece_null"))
  expect_equal(curve$system, factor(rep(c("mvn", "mvk"), each = 5), levels = c("mvn", "mvk")))
  expect_equal(curve$log10_prior_odds, rep(-2:2, 2))
})

test_that("holds the three cross-entropies", {
  x <- random_set(1)
  at <- c(-3, -0.5, 0, 2)
  curve <- ece_curve(x, at)
  prior <- 10^at / (1 + 10^at)
  expect_equal(curve$prior, prior)
  expect_equal(curve$ece, vapply(prior, \(p) ece_reference(h1_of(x), h2_of(x), p), 0))
  expect_equal(curve$ece_min, cross_entropy_min(x, prior))
  expect_equal(curve$ece_null, cross_entropy_null(prior))
})

test_that("covers -3 to 3 unless told otherwise, in any order asked for", {
  x <- set_of(1, -1)
  expect_identical(default_log10_odds(), seq(-3, 3, by = 0.05))
  expect_equal(ece_curve(x, c(1, -1))$log10_prior_odds, c(1, -1))
})

test_that("keeps its precision where the prior is one to the last digit", {
  x <- random_set(2)
  curve <- ece_curve(x, c(-30, 30))
  h <- 30 * log(10)
  expected <- mean(log1p(exp(h2_of(x) + h)))
  expect_equal(curve$ece[2] / (exp(-h) * expected + mean(exp(-h1_of(x) - h))) * log(2), 1,
    tolerance = 1e-12
  )
})

test_that("carries the useful range and the infinite LRs along", {
  x <- set_of(c(2, Inf, -Inf), c(-1, -Inf, -Inf))
  curve <- suppressWarnings(ece_curve(x))
  expect_equal(attr(curve, "useful"), useful_range(x))
  infinite <- attr(curve, "infinite")
  expect_equal(infinite$end, c("LR = 0", "LR = Inf"))
  expect_equal(infinite$n_h1, c(1, 1))
  expect_equal(infinite$n_h2, c(2, 0))
})

test_that("keeps infinite values, with a warning", {
  expect_warning(
    curve <- ece_curve(set_of(c(-Inf, 1), -1), -1:1), "1 H1 trial",
    class = "calibrant_warning_infinite"
  )
  expect_equal(curve$ece, rep(Inf, 3))
  expect_true(all(is.finite(curve$ece_min)))
})

test_that("takes what lr_set() takes", {
  expect_equal(
    ece_curve(c(1, -1), truth = c(TRUE, FALSE), scale = "ln", log10_prior_odds = 0:1),
    ece_curve(set_of(1, -1), 0:1)
  )
})

test_that("refuses scores and priors that are not finite", {
  expect_error(ece_curve(set_of(1, -1, scale = "score")), class = "calibrant_error_score")
  for (at in list(c(0, Inf), c(0, NA), "0")) {
    expect_error(ece_curve(set_of(1, -1), at), class = "calibrant_error_input")
  }
})

test_that("the curve takes corrected values and intervals from measures()", {
  x <- random_set(3, 50, 60)
  at <- c(-1, 0, 1)
  curve <- withr::with_seed(1, ece_curve(x, at, corrected = TRUE, level = 0.9))
  table <- withr::with_seed(1, measures(x, c("cross_entropy", "cross_entropy_min"),
    prior = plogis(at * log(10)), level = 0.9))
  after <- table[table$measure == "cross_entropy_min", ]
  before <- table[table$measure == "cross_entropy", ]
  expect_equal(curve$ece_min, after$estimate)
  expect_equal(curve$ece_min, ece_curve(x, at)$ece_min)
  expect_equal(curve$ece_min_corrected, after$corrected)
  expect_equal(curve$ece_min_lower, after$lower)
  expect_equal(curve$ece_upper, before$upper)
  expect_identical(
    names(ece_curve(x, at, corrected = FALSE, level = 0.9, replicates = 50)),
    c(names(ece_curve(x, at)), "ece_lower", "ece_upper", "ece_min_lower", "ece_min_upper")
  )
})
