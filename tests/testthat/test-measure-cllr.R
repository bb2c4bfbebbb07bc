test_that("is the definition", {
  for (seed in 1:5) {
    x <- random_set(seed, digits = seed - 1)
    expect_equal(cllr(x), cllr_reference(h1_of(x), h2_of(x)), tolerance = 1e-13)
    llr <- pav_llr_reference(x)
    expect_equal(cllr_min(x), cllr_reference(llr[x$truth], llr[!x$truth]), tolerance = 1e-13)
  }
})

test_that("is made of its halves, and of discrimination and calibration", {
  x <- random_set(6)
  expect_equal(cllr_h1(x), mean(log2(1 + exp(-h1_of(x)))) / 2)
  expect_equal(cllr_h2(x), mean(log2(1 + exp(h2_of(x)))) / 2)
  expect_equal(cllr_h1(x) + cllr_h2(x), cllr(x))
  expect_equal(cllr_min(x) + cllr_cal(x), cllr(x))
})

test_that("is a number per system", {
  x <- random_set(7)
  measures <- list(cllr, cllr_min, cllr_cal, cllr_h1, cllr_h2)
  two <- c(
    lr_set(x$value, x$truth, scale = "ln", system = rep("a", length(x))),
    lr_set(x$value + 1, x$truth, scale = "ln", system = rep("b", length(x)))
  )
  shifted <- lr_set(x$value + 1, x$truth, scale = "ln")
  for (f in measures) {
    expect_type(f(x), "double")
    expect_null(names(f(x)))
    expect_equal(f(two), c(a = f(x), b = f(shifted)))
    expect_equal(f(x$value, truth = x$truth, scale = "ln"), f(x))
  }
})

test_that("is never negative in calibration, even by rounding", {
  for (seed in 1:20) {
    x <- random_set(seed, 40, 30, digits = 1)
    calibrated <- predict(pav(x), x)
    expect_gte(cllr_cal(calibrated), 0)
    expect_lt(cllr_cal(calibrated), 1e-14)
  }
})

test_that("is infinite for certain and wrong trials, each half for its own", {
  class <- "calibrant_warning_infinite"
  x <- set_of(c(-Inf, 1), c(0, -1))
  for (f in list(cllr, cllr_cal, cllr_h1)) {
    expect_warning(value <- f(x), "1 H1 trial with LR = 0, 0 H2 trials", class = class)
    expect_identical(value, Inf)
  }
  expect_warning(half <- cllr_h2(x), class = class)
  expect_equal(half, mean(log2(1 + exp(c(0, -1)))) / 2)
  expect_silent(cllr_min(x))
})

test_that("warns once for all systems together", {
  x <- c(
    set_of(-Inf, 0, system = c("a", "a")), set_of(1, c(Inf, Inf), system = rep("b", 3)),
    set_of(1, -1, system = c("c", "c"))
  )
  expect_warning(
    value <- cllr(x), "1 H1 trial with LR = 0, 2 H2 trials with LR = Inf",
    class = "calibrant_warning_infinite"
  )
  expect_identical(is.infinite(value), c(a = TRUE, b = TRUE, c = FALSE))
})

test_that("discriminates scores and refuses to calibrate them", {
  x <- random_set(8)
  scores <- lr_set(exp(x$value), x$truth, scale = "score")
  expect_identical(cllr_min(scores), cllr_min(x))
  for (f in list(cllr, cllr_cal, cllr_h1, cllr_h2)) {
    expect_error(f(scores), "scores", class = "calibrant_error_score")
  }
})

test_that("accepts one trial per class", {
  expect_equal(cllr(set_of(1, -2)), (log2(1 + exp(-1)) + log2(1 + exp(-2))) / 2)
  expect_identical(cllr_min(set_of(1, -2)), 0)
  expect_identical(cllr_min(set_of(-2, 1)), 1)
})

test_that("refuses arguments it does not know", {
  expect_error(cllr(set_of(1, -1), prior = 0.1), class = "calibrant_error_dots")
  expect_error(cllr_min(set_of(1, -1), prior = 0.1), class = "calibrant_error_dots")
})

test_that("halves of the largest costs are finite", {
  x <- lr_set(c(-1.7e308, 1), c(TRUE, FALSE), scale = "ln")
  expect_equal(cllr_h1(x), 1.7e308 / 2 / log(2))
  expect_true(is.finite(cllr(x)))
})

test_that("cllr_min() lies in [0, 1] and never above cllr(), to the last bit", {
  withr::local_seed(1)
  for (i in 1:300) {
    n <- if (i %% 50 == 0) 3000 else sample(2:12, 1)
    truth <- c(TRUE, FALSE, stats::runif(n - 2) < 0.4)
    weight <- if (i %% 2 == 0) stats::rexp(n) + 1e-3
    x <- lr_set(round(stats::rnorm(n), 1), truth, scale = "ln", weight = weight)
    calibrated <- pav_lr(x)
    expect_lte(cllr_min(calibrated), cllr(calibrated))
    reversed <- lr_set(ifelse(truth, -1, 1), truth, scale = "ln", weight = weight)
    expect_lte(cllr_min(reversed), 1)
  }
})

test_that("published values are one per data set, with what they can be", {
  published <- utils::read.csv(system.file("published-cllr.csv", package = "calibrant"))
  expect_named(published, c("publication", "field", "analysis", "cllr", "cllr_min", "trials"))
  expect_identical(anyDuplicated(published$trials), 0L)
  expect_true(all(nzchar(as.matrix(published[c("publication", "field", "analysis", "trials")]))))
  expect_true(all(published$cllr > 0 & published$cllr < 2))
  expect_true(all(published$cllr_min <= published$cllr, na.rm = TRUE))
  # The lowest and the highest value agree with those of the survey's authors, for some of their
  # fields.
  expect_equal(range(published$cllr[published$field == "Speaker Recognition"]), c(0.009, 0.98))
  expect_false("DNA Analysis" %in% published$field)
})

test_that("Cllr and its minimum are computed once for each system", {
  x <- simulate_lr(20, 50, s = 2)
  system <- only_system(x)
  expect_identical(c(system$cllr, system$cllr_min), NULL)
  found <- cllr_cal(x)
  expect_identical(max(system$cllr - system$cllr_min, 0), found)
  expect_identical(c(cllr(x), cllr_min(x)), c(system$cllr, system$cllr_min))
})
