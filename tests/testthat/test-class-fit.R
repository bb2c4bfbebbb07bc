# Log-likelihoods of any finite size: a few trials far from the others must neither break a fit nor
# make classes look separable.

overlapping <- function() {
  w <- diag(3)[rep(1:3, 10), ] + rep(c(0, 1, 0.5, 0, 0, 2, 1), length.out = 90)
  list(log_lik = w, truth = factor(rep(1:3, 10)))
}

test_that("an extreme log-likelihood on the right side counts like an exclusion", {
  example <- overlapping()
  excluded <- replace(example$log_lik, cbind(1, 2), -Inf)
  known <- calibrate(loglik_set(excluded, example$truth, "ln"))
  for (size in c(1e5, 1e8, 1e10, 1e17, 1e100, 1e200, 1e300, .Machine$double.xmax)) {
    x <- loglik_set(replace(example$log_lik, cbind(1, 2), -size), example$truth, "ln")
    expect_equal(cllr_min(x), glance(known)$cross_entropy, tolerance = 1e-12)
    expect_equal(map_of(calibrate(x)), map_of(known), tolerance = 1e-10)
    expect_gt(cllr(x), cllr_min(x))
    expect_gt(class_losses(x)$cross_entropy_cal, 0)
  }
})

test_that("extreme sets reach the minimum that a slow search finds, and claim no separability", {
  skip_unless_extended()
  for (seed in cases_of(c(1:24, 45, 69), c(1, 25, 26))) {
    if (seed == 22) next # separable, which the slow search does not know
    example <- extreme_example(seed)
    x <- loglik_set(example$log_lik, example$truth, "ln")
    slow <- slow_affine_minimum(example$log_lik, as.integer(example$truth))
    found <- cross_entropy_min(x) * log(2)
    expect_lte(found, slow * (1 + 1e-9))
    fit <- expect_no_condition(calibrate(x))
    expect_equal(cross_entropy(predict(fit, x)) * log(2), found, tolerance = 1e-9)
  }
})

test_that("the smallest log-likelihoods count as much as others", {
  x <- example_set()
  tiny <- loglik_set(2^-1030 * x$log_lik, x$truth, "ln")
  expect_equal(cllr_min(tiny), cllr_min(x), tolerance = 1e-8)
  expect_equal(cavg_opt(tiny), cavg_opt(x))
  expect_error(calibrate(tiny), class = "calibrant_error_input")
  small <- loglik_set(2^-990 * x$log_lik, x$truth, "ln")
  expect_equal(
    map_of(calibrate(small))$alpha * 2^-990, map_of(calibrate(x))$alpha,
    tolerance = 1e-10
  )
})

test_that("a fusion bears an extreme log-likelihood in one recogniser", {
  data <- class_example(n = 90)
  plain <- data$log_lik + matrix(rnorm(360), 90)
  wrong <- setdiff(1:4, data$class[1])[1]
  fuse_with <- function(value) {
    one <- loglik_set(replace(data$log_lik, cbind(1, wrong), value), data$truth, "ln")
    fuse(one, loglik_set(plain, data$truth, "ln"))
  }
  known <- map_of(fuse_with(-1e4))
  for (size in c(1e8, 1e12, 1e17, 1e150, 1e300)) {
    expect_equal(map_of(fuse_with(-size)), known, tolerance = 1e-9)
  }
})

test_that("what cannot be fitted to the end is said", {
  example <- overlapping()
  x <- loglik_set(replace(example$log_lik, cbind(1, 2), -1e17), example$truth, "ln")
  for (method in c("vector", "matrix")) {
    expect_warning(fit <- calibrate(x, method), class = "calibrant_warning_converged")
    # Beside 1e17, the other log-likelihoods of that trial are lost in rounding.
    expect_equal(cllr(predict(fit, x)), glance(fit)$cross_entropy, tolerance = 1e-10)
    expect_lt(cllr(predict(fit, x)), log2(3))
  }
})

test_that("a set of ties and one apart is separable still, and an overlap is not", {
  apart <- loglik_set(rbind(c(1e9, 0), c(0, 0), c(0, 0), c(0, 1e9)), c(1, 1, 2, 2), "ln")
  expect_error(calibrate(apart), class = "calibrant_error_separable")
  expect_equal(cllr_min(apart), 0.5)
  touching <- loglik_set(cbind(0, c(0, 1, 1 - 1e-8, 2)), c(1, 1, 2, 2), "ln")
  fit <- calibrate(touching)
  expect_gt(map_of(fit)$alpha, 15)
  expect_equal(cllr_min(touching), 0.5, tolerance = 1e-6)
})
