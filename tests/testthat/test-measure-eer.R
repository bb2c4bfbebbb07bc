test_that("has the values of iris (Sepal.Length, versicolor against setosa)", {
  x <- iris_set()
  expect_equal(eer(x), 0.116363636363636, tolerance = 1e-14)
  expect_equal(threshold_at(x, "eer"), 5.5)
})

test_that("has the values of the smallest sets (thesis, figure 7.2)", {
  expect_equal(c(eer(score_set(1, 0)), eer(score_set(1, 0), "steps")), c(0, 0))
  expect_equal(c(eer(score_set(0, 1)), eer(score_set(0, 1), "steps")), c(1 / 2, 1))
  expect_equal(
    c(eer(score_set(c(0, 2), 1)), eer(score_set(c(0, 2), 1), "steps")),
    c(1 / 3, 1 / 2)
  )
  expect_equal(c(eer(score_set(0:2, 1)), eer(score_set(0:2, 1), "steps")), c(2 / 5, 1 / 2))
  expect_equal(eer(golden_g()), 2 / 9)
  expect_equal(c(eer(score_set(1, 1)), eer(score_set(1, 1), "steps")), c(1 / 2, 1 / 2))
})

test_that("is the greatest minimal error over all priors (thesis, eq. 7.32)", {
  for (seed in 1:6) {
    x <- tied_set(seed, weights = seed > 3)
    # A concave function that is linear between the corners has its maximum at a corner.
    corners <- stats::plogis(-pav(x)$log10_lr_pav * log(10))
    expect_equal(eer(x), max(bayes_error_min(x, corners)))
    expect_gte(eer(x) + 1e-15, max(bayes_error_min(x, seq(0, 1, length.out = 200))))
  }
})

test_that("with costs it is the greatest minimal cost (thesis, eq. 7.9)", {
  for (seed in 1:4) {
    x <- tied_set(seed)
    log_odds <- -pav(x)$log10_lr_pav * log(10) - log(5) + log(2)
    expect_equal(eer(x, c_miss = 5, c_fa = 2), max(dcf_min(x, stats::plogis(log_odds), 5, 2)))
  }
})

test_that("the steps have both rates equal where no values are tied", {
  withr::local_seed(3)
  for (i in 1:10) {
    x <- ln_set(stats::rnorm(15, 1), stats::rnorm(25))
    corners <- corners_reference(x)
    expect_equal(eer(x, "steps"), min(pmax(corners[, 1], corners[, 2])))
    expect_gte(eer(x, "steps"), eer(x))
  }
})

test_that("depends on the order alone, and mirrors", {
  x <- tied_set(7)
  expect_equal(eer(lr_set(atan(x$value), x$truth, scale = "score")), eer(x))
  mirrored <- lr_set(-x$value, !x$truth, scale = "ln")
  expect_equal(eer(mirrored), eer(x))
  expect_equal(eer(mirrored, "steps"), eer(x, "steps"))
})

test_that("is the closed form for bi-Gaussian LRs, within sampling error", {
  withr::local_seed(11)
  expect_equal(eer(simulate_lr(40000, 40000, s = 2)), stats::pnorm(-1), tolerance = 0.02)
})

test_that("prbep() has as many misses as false alarms (thesis, section 7.3.8)", {
  x <- score_set(c(1, 3, 4, 6, 7), c(0, 2, 5))
  # The steps: at threshold 3 there are one miss and one false alarm.
  expect_equal(prbep(x, "steps"), 1)
  expect_lte(prbep(x), 1)
  for (seed in 1:4) {
    y <- tied_set(seed)
    n <- c(sum(y$truth), sum(!y$truth))
    expect_equal(prbep(y), eer(y, c_miss = n[1], c_fa = n[2]))
  }
})

test_that("gives one number per system", {
  x <- c(simulate_lr(20, 20, s = 2, system = "a"), simulate_lr(20, 20, s = 2, system = "b"))
  expect_equal(names(eer(x)), c("a", "b"))
  expect_equal(names(threshold_at(x, "eer")), c("a", "b"))
  expect_equal(names(prbep(x)), c("a", "b"))
  expect_equal(eer(c(1, 0), c(TRUE, FALSE), scale = "score", method = "steps"), 0)
})

test_that("refuses what it does not know", {
  expect_error(eer(golden_g(), "diagonal"), class = "calibrant_error_input")
  expect_error(eer(golden_g(), c_miss = 0), class = "calibrant_error_input")
})
