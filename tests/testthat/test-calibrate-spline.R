scored <- function(n_h1, n_h2, spread = 1, ...) {
  lr_set(c(rnorm(n_h1, 2, spread), rnorm(n_h2)), rep(c(TRUE, FALSE), c(n_h1, n_h2)), "score", ...)
}

rows_for <- function(x, prior = 0.3, penalty = 0) {
  line <- coef(calibrate(x, prior = prior))
  spline_rows(training_counts(systems_of(x)[[1]]), line, prior, penalty)
}

# The cost written out, for optim().
literal_cost <- function(theta, rows, knots, penalty) {
  z <- drop(spline_terms(knots, rows$x) %*% theta) + rows$log_odds
  sum(rows$h1 * log1p(exp(-z)) + rows$h2 * log1p(exp(z))) +
    penalty / 2 * sum(diff(theta[-1])^2 / diff(knots))
}

test_that("the curve has the least penalised cost of all that rise", {
  withr::local_seed(1)
  x <- scored(60, 80, 1.6)
  rows <- rows_for(x)
  knots <- spline_knots(rows)
  start <- c(knots[1], rep(1, length(knots)))
  for (penalty in c(1e-3, 0.1)) {
    fit <- .Call(calibrant:::ffi_spline, rows, knots, penalty, start)
    found <- optim(start, literal_cost,
      rows = rows, knots = knots, penalty = penalty, method = "L-BFGS-B",
      lower = c(-Inf, rep(0, length(knots))), control = list(maxit = 5000, factr = 10)
    )
    minimum <- literal_cost(fit$theta, rows, knots, penalty)
    expect_equal(minimum, found$value, tolerance = 1e-7)
    expect_lte(minimum, found$value + 1e-12)
    expect_true(all(fit$theta[-1] >= 0))
  }
})

test_that("the terms are those of a curve whose slope is linear between knots", {
  knots <- c(-1, 0.5, 2)
  theta <- c(0.3, 1, 0, 2)
  slope <- approxfun(knots, theta[-1], rule = 2)
  at <- c(-3, -1, -0.2, 0.5, 1.7, 2, 5)
  expected <- vapply(at, \(x) 0.3 + integrate(slope, -1, x, rel.tol = 1e-10)$value, 0)
  expect_equal(drop(spline_terms(knots, at) %*% theta), expected, tolerance = 1e-6)
})

test_that("the covariance is the literal product of matrices", {
  withr::local_seed(2)
  rows <- rows_for(scored(40, 70, 1.3))
  knots <- spline_knots(rows)
  fit <- .Call(calibrant:::ffi_spline, rows, knots, 0.05, c(knots[1], rep(1, length(knots))))
  u <- spline_terms(knots, rows$x)
  p <- plogis(drop(u %*% fit$theta) + rows$log_odds)
  w <- (rows$h1 + rows$h2) * p * (1 - p)
  h <- crossprod(u, w * u)
  rise <- cbind(0, diff(diag(length(knots)))) / sqrt(diff(knots))
  total <- h + 0.05 * crossprod(rise)
  mean <- colSums(w * u)
  b <- crossprod(u, w * (rows$each_h1 * (1 - p) + rows$each_h2 * p) * u) -
    (rows$each_h1 / 0.3 + rows$each_h2 / 0.7) * tcrossprod(mean)
  s <- 0.05^2 / 2 * crossprod(rise)
  expected <- solve(total, t(solve(total, b + s)))
  expect_equal(matrix(fit$vcov, length(mean)), expected, tolerance = 1e-6)
  expect_equal(fit$df, sum(diag(solve(total, h))), tolerance = 1e-8)
})

test_that("the smoothest curve is taken that trials left out do not speak against", {
  withr::local_seed(3)
  x <- scored(100, 150, 2)
  fit <- calibrate(x, "spline", prior = 0.3)
  rows <- rows_for(x)
  knots <- spline_knots(rows)
  fits <- lapply(c(10^seq(0, 5, 0.5), 1e10), \(k) {
    start <- c(knots[1], rep(1, length(knots)))
    .Call(calibrant:::ffi_spline, rows, knots, min(k / 100, 1e8), start)
  })
  cost <- vapply(fits, `[[`, 0, "left_out")
  chosen <- fits[[max(which(cost <= min(cost) + 0.5 / 250))]]
  expect_equal(fit$transforms[[1]]$slopes, chosen$theta[-1], tolerance = 1e-6)
  expect_equal(coef(fit), c(df = chosen$df), tolerance = 1e-6)
  expect_gt(coef(fit), 2.1)
  expect_lt(glance(fit)$objective, glance(calibrate(x, prior = 0.3))$objective)
})

test_that("where a line will do it is the line of logistic calibration", {
  x <- withr::with_seed(1, scored(30, 40))
  fit <- calibrate(x, "spline")
  expect_identical(coef(fit), c(df = 2))
  at <- c(-3, 0.2, 1, 5)
  expect_equal(suppressWarnings(predict(fit, at)), suppressWarnings(predict(calibrate(x), at)))
  expect_output(print(fit), "rising spline of the score with 2 degrees")
})

test_that("units, order and equal weights change nothing", {
  withr::local_seed(5)
  x <- scored(60, 90, 1.8)
  value <- round(x$value, 1)
  apply <- \(value, truth, at = c(-2, 0.7, 3), ...) {
    suppressWarnings(predict(calibrate(lr_set(value, truth, "score", ...), "spline"), at))
  }
  known <- apply(value, x$truth)
  expect_equal(apply(7 * value - 3, x$truth, 7 * c(-2, 0.7, 3) - 3), known, tolerance = 1e-9)
  expect_equal(apply(rev(value), rev(x$truth)), known, tolerance = 1e-12)
  expect_equal(apply(value, x$truth, weight = rep(3, 150)), known, tolerance = 1e-9)
})

test_that("the curve rises, also where the log LR falls, and goes on straight", {
  withr::local_seed(6)
  x <- lr_set(c(rnorm(200, ifelse(runif(200) < 0.7, 3, -3)), rnorm(300)),
    rep(c(TRUE, FALSE), c(200, 300)), "score", sure = TRUE)
  fit <- calibrate(x, "spline")
  expect_true(any(fit$transforms[[1]]$slopes == 0))
  llr <- suppressWarnings(predict(fit, seq(-9, 9, by = 0.05), type = "ln"))
  expect_false(is.unsorted(round(llr, 12)))
  far <- suppressWarnings(predict(fit, c(100, 200, 300), type = "ln"))
  expect_equal(diff(far)[1], diff(far)[2])
})

test_that("infinite LRs that are right are copied, and what cannot be trained is refused", {
  llr <- c(Inf, 2, 1, 0.5, -1, -Inf, -2, -1, 0, 1)
  truth <- rep(c(TRUE, FALSE), each = 5)
  fit <- calibrate(lr_set(llr, truth, "ln"), "spline")
  expect_identical(predict(fit, c(-Inf, Inf)), c(-Inf, Inf))
  line <- calibrate(lr_set(llr, truth, "ln"))
  expect_equal(predict(fit, 0.3), predict(line, 0.3), tolerance = 0.2)
  expect_error(calibrate(lr_set(-llr, truth, "ln", sure = TRUE), "spline"),
    class = "calibrant_error_infinite")
  apart <- lr_set(c(2:5, -(2:5)), rep(c(TRUE, FALSE), each = 4), "score")
  expect_error(calibrate(apart, "spline"), class = "calibrant_error_separable")
  expect_lt(suppressWarnings(predict(calibrate(apart, "spline", penalty = 1), 9)), 4)
  falling <- lr_set(c(0, 1, 3, 2, 4, 5), rep(c(TRUE, FALSE), each = 3), "score", sure = TRUE)
  expect_error(calibrate(falling, "spline"), class = "calibrant_error_direction")
  two <- lr_set(c(1, 0, 1, 0, 0), c(TRUE, TRUE, FALSE, FALSE, FALSE), "score")
  expect_identical(coef(calibrate(two, "spline")), c(df = 2))
})

test_that("limits are those of the curve with the least penalty", {
  withr::local_seed(7)
  x <- scored(50, 80, 1.5)
  fit <- calibrate(x, "spline")
  transform <- fit$transforms[[1]]
  found <- predict(fit, c(0.5, 1.5), type = "ln", level = 0.9)
  rows <- rows_for(x, 0.5)
  loose <- .Call(calibrant:::ffi_spline, rows, transform$knots, 1 / 50,
    c(transform$start, transform$slopes))
  u <- spline_terms(transform$knots, sum(coef(calibrate(x)) * c(1.5, 1)))
  half <- qt(0.95, 49) * sqrt(drop(u %*% matrix(loose$vcov, ncol(u)) %*% t(u)))
  centre <- drop(u %*% loose$theta)
  expect_equal(found$lower[2], min(centre - half, found$ln_lr[2]), tolerance = 1e-6)
  expect_equal(found$upper[2], max(centre + half, found$ln_lr[2]), tolerance = 1e-6)
})

test_that("knots lie where the trials, at their prior, tell of the curve", {
  rows <- list(x = seq(-8, 8, by = 0.1), log_odds = 3, h1 = rep(1, 161), h2 = rep(1, 161))
  expect_equal(stats::median(spline_knots(rows)), -3, tolerance = 0.05)
})

# The curve of all rows, which nodes reproduce.
expect_same_choice <- function(x) {
  totals <- training_counts(systems_of(x)[[1]])$totals
  rows <- rows_for(x)
  knots <- spline_knots(rows)
  nodes <- spline_nodes(rows, knots)
  expect_true(nodes$are_nodes)
  expect_lt(length(nodes$x), length(rows$x) / 4)
  right <- choose_spline(rows, knots, totals)
  found <- choose_spline(nodes, knots, totals)
  for (name in c("theta", "df", "vcov")) {
    expect_equal(found[[name]], right[[name]], tolerance = 1e-11)
  }
  expect_equal(found$left_out, right$left_out, tolerance = 1e-12)
  right
}

test_that("nodes lead to the curve of all trials", {
  withr::local_seed(5)
  expect_gt(expect_same_choice(scored(6000, 9000, 1.6))$df, 3)
  tied <- scored(15000, 20000, 1.7)
  tied <- lr_set(round(tied$value, 3) * 1e3, tied$truth, "score")
  expect_gt(expect_same_choice(tied)$df, 3)
  cauchy <- lr_set(rt(20000, 1) + 0:1, rep(c(FALSE, TRUE), 10000), "score")
  expect_same_choice(cauchy)
})

test_that("few rows, and those of less than one trial, stay", {
  withr::local_seed(6)
  rows <- rows_for(scored(2000, 2000))
  expect_identical(spline_nodes(rows, spline_knots(rows)), rows)
  rows <- rows_for(scored(3000, 3000, weight = runif(6000)))
  expect_identical(spline_nodes(rows, spline_knots(rows)), rows)
  rows <- rows_for(scored(3000, 3000), penalty = 1)
  expect_identical(spline_nodes(rows, spline_knots(rows)), rows)
})

test_that("a curve too steep for nodes is fitted to the trials", {
  withr::local_seed(3)
  u <- runif(2e4, -1, 1) * ifelse(runif(2e4) < 0.5, 0.03, 1)
  x <- lr_set(u, runif(2e4) < ifelse(u > 0, 0.98, 0.02), "score")
  rows <- rows_for(x)
  knots <- spline_knots(rows)
  right <- choose_spline(rows, knots, training_counts(systems_of(x)[[1]])$totals)
  expect_gt(right$steepest, 10)
  fit <- calibrate(x, "spline", prior = 0.3)$transforms[[1]]
  expect_identical(fit$slopes, right$theta[-1])
})
