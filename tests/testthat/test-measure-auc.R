test_that("is the share of pairs in the right order, ties counting half", {
  for (seed in 1:4) {
    x <- tied_set(seed, weights = seed > 2)
    expect_equal(auc(x), auc_reference(x))
  }
})

test_that("has the values of iris (Sepal.Length, versicolor against setosa)", {
  expect_equal(1 - auc(iris_set()), 0.0674)
  expect_equal(1 - auc(iris_set(), "hull"), 0.0618)
})

test_that("is the Mann-Whitney statistic per pair", {
  x <- tied_set(5)
  w <- stats::wilcox.test(x$value[x$truth], x$value[!x$truth], exact = FALSE)$statistic
  expect_equal(auc(x), unname(w) / (sum(x$truth) * sum(!x$truth)))
})

test_that("the hull is the area of the recalibrated LRs, and never smaller", {
  for (seed in 1:5) {
    x <- tied_set(seed)
    expect_equal(auc(x, "hull"), auc(predict(pav(x), x)))
    expect_gte(auc(x, "hull"), auc(x))
  }
})

test_that("is the area under the corners of the curve", {
  curve <- det_curve(tied_set(6))
  n <- nrow(curve)
  trapezoids <- -diff(curve$p_fa) * (curve$p_miss[-1] + curve$p_miss[-n]) / 2
  expect_equal(auc(tied_set(6)), 1 - sum(trapezoids))
})

test_that("knows the extremes", {
  expect_identical(auc(score_set(2:3, 0:1)), 1)
  expect_identical(auc(score_set(0:1, 2:3)), 0)
  expect_identical(auc(score_set(0:1, 2:3), "hull"), 0.5)
  expect_identical(auc(score_set(1, c(1, 1))), 0.5)
  expect_identical(auc(score_set(c(Inf, Inf), c(Inf, -Inf))), 0.75)
})

test_that("mirrors, and forgets the scale", {
  x <- tied_set(7)
  expect_equal(auc(lr_set(-x$value, x$truth, scale = "score")), 1 - auc(x))
})

test_that("the partial area ends at a false-alarm rate", {
  x <- score_set(c(1, 2, 3, 4), c(-1, 0, 1.5, 2))
  # Hits: 1/2 at false alarms of 0, 3/4 at 1/4 after a tie, 3/4 up to 1/2, and 1 beyond.
  expect_equal(auc(x, p_fa = 0.25), 0.25 * (0.5 + 0.75) / 2)
  expect_equal(auc(x, p_fa = 0.1), 0.1 * (0.5 + 0.6) / 2)
  expect_equal(auc(x, p_fa = 0.4), auc(x, p_fa = 0.25) + 0.15 * 0.75)
  for (method in c("steps", "hull")) {
    odd <- tied_set(3, weights = TRUE)
    expect_equal(auc(odd, method, p_fa = 1 - 1e-13), auc(odd, method))
    parts <- vapply(c(0.1, 0.3, 0.7), \(p) auc(odd, method, p_fa = p), 0)
    expect_true(all(diff(parts) > 0) && all(parts <= c(0.1, 0.3, 0.7)))
  }
  for (p in list(0, 1.1, NA, "a", c(0.1, 0.2))) {
    expect_error(auc(x, p_fa = p), class = "calibrant_error_input")
  }
  expect_error(auc(x, exact = FALSE, p_fa = 0.1), class = "calibrant_error_input")
})

test_that("the area is never above 1, and 1 where weighted trials are separated", {
  set.seed(4)
  for (set in 1:300) {
    truth <- rep(c(TRUE, FALSE), sample(8, 2, replace = TRUE))
    value <- ifelse(truth, 1, -1) * (1 + runif(length(truth)))
    x <- suppressWarnings(
      lr_set(value, truth, scale = "score", weight = runif(length(truth)))
    )
    expect_identical(unname(c(auc(x), auc(x, "hull"))), c(1, 1))
    expect_lte(auc(x, exact = FALSE)$upper, 1)
  }
})
