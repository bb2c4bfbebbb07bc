# The rate of LRs of `k` or more under H2 in a calibrated Gaussian system.
true_rate <- function(k, s) stats::pnorm(log(k), -s^2 / 2, s, lower.tail = FALSE)

tail_of <- function(x, beyond, hypothesis = "h2", ...) {
  found <- as.data.frame(unclass(misleading(x, beyond = beyond, ...)))
  found[found$hypothesis == hypothesis, ]
}

tail_set <- function(seed, ...) withr::with_seed(seed, simulate_lr(100, 10000, s = 3, ...))

test_that("LRs of H1 tell the rate of H2 (from the theory's own program)", {
  known <- c(4.7899008637e-4, 1.0402521798e-8, 7.1597029590e-5, 5.1345600468e-10)
  s <- c(2, 2, 3, 3)
  k <- c(1e2, 1e4, 1e3, 1e6)
  expect_lt(max(abs(mapply(true_rate, k, s) / known - 1)), 1e-9)
  # Quantiles of H1 instead of trials, all with the same weight.
  for (j in c(1, 3)) {
    llr <- s[j]^2 / 2 + s[j] * stats::qnorm((seq_len(2e5) - 0.5) / 2e5)
    x <- lr_set(c(llr, -llr), rep(c(TRUE, FALSE), each = 2e5), "ln")
    expect_equal(tail_of(x, k[j])$rate, known[j], tolerance = 2e-4)
    expect_equal(tail_of(x, k[j], "h1")$rate, known[j], tolerance = 2e-4)
  }
})

test_that("numbers are those of the definition, trial by trial", {
  x <- tail_set(3)
  llr <- to_ln(x$value, x$scale)
  h1 <- llr[x$truth]
  h2 <- llr[!x$truth]
  for (k in c(50, 1000)) {
    found <- tail_of(x, k, level = 0.9)
    strong <- h1[h1 >= log(k)]
    w <- exp(-strong) / 100
    most <- 1 / (100 * k)
    expect_equal(found$rate, sum(w))
    expect_equal(found$n_strong, length(strong))
    expect_equal(found$n_misleading, sum(h2 >= log(k)))
    # A gamma variable with the mean and the variance of the sum.
    ends <- stats::qgamma(c(0.05, 0.95), shape = c(sum(w)^2 / sum(w^2),
      (sum(w) + most)^2 / (sum(w^2) + most^2)), scale = c(sum(w^2) / sum(w),
      (sum(w^2) + most^2) / (sum(w) + most)))
    expect_equal(c(found$lower, found$upper), ends)
    fit <- calibrate(x, prior = 0.5)
    angle <- seq(0, 2 * pi, length.out = 2000)
    root <- eigen(vcov(fit, "sandwich"))
    axes <- root$vectors %*% diag(sqrt(root$values)) * sqrt(stats::qchisq(0.9, 2))
    line <- coef(fit) + axes %*% rbind(cos(angle), sin(angle))
    moved <- colSums(exp(-outer(strong, line[1, ]) - rep(line[2, ], each = length(strong)))) / 100
    expect_equal(c(found$lowest, found$highest), range(moved), tolerance = 1e-3)
  }
  tenth <- sort(h2, decreasing = TRUE)[10]
  w <- exp(-h1) * (h1 >= tenth)
  spread <- stats::var(w) / 100 + mean(w) * (1 - mean(w)) / 1e4
  expect_equal(found$checked_to, exp(tenth))
  expect_equal(found$p_value, 2 * stats::pnorm(-abs(1e-3 - mean(w)) / sqrt(spread)))
})

test_that("the hypotheses are mirrored", {
  x <- withr::with_seed(3, simulate_lr(3000, 500, s = 2))
  y <- lr_set(-x$value, !x$truth, x$scale)
  same <- setdiff(names(misleading(x, beyond = 20)), c("hypothesis", "system"))
  expect_equal(tail_of(x, c(5, 20), "h1")[same], tail_of(y, c(5, 20), "h2")[same],
    ignore_attr = TRUE, tolerance = 1e-8)
})

test_that("limits cover the truth, and the comparison has its level", {
  seeds <- seq_len(150)
  found <- do.call(rbind, lapply(seeds, \(seed) tail_of(tail_set(seed), 300)))
  supported <- is.na(found$note)
  expect_gt(mean(supported), 0.88)
  inside <- found$lower <= true_rate(300, 3) & true_rate(300, 3) <= found$upper
  expect_gt(mean(inside[supported]), 0.93)
})

test_that("a rate that is not supported is not given", {
  x <- tail_set(3)
  stretched <- tail_of(tail_set(3, stretch = 1.5), 1000)
  expect_equal(stretched$note, "contradicted")
  expect_true(all(is.na(stretched[c("rate", "lower", "upper", "lowest", "highest")])))
  few <- tail_of(x, c(1e5, 1e9))
  expect_equal(few$note, c("few", "few"))
  expect_equal(is.na(few$rate), c(TRUE, TRUE))
  # The rule of three for the number of H1 trials, divided by k.
  expect_equal(few$upper[2], -log(0.025) / (100 * 1e9))
  expect_equal(tail_of(x, 100, "h1")$note, "unchecked")
  wrong <- lr_set(c(x$value, Inf), c(x$truth, FALSE), x$scale, sure = TRUE)
  expect_equal(tail_of(wrong, 100)$note, "certain")
  bounded <- predict(bound_lr(x), x)
  expect_equal(tail_of(bounded, c(10, 1e6))$note[2], "bounded")
  right <- lr_set(c(x$value, Inf), c(x$truth, TRUE), x$scale, sure = TRUE)
  expect_equal(tail_of(right, 100)$rate * 101, tail_of(x, 100)$rate * 100)
})

test_that("weights, shared items, scores and wrong numbers are refused", {
  x <- simulate_lr(10, 10, s = 1)
  weighted <- lr_set(x$value, x$truth, x$scale, weight = rep(1:2, 10))
  expect_error(misleading(weighted, beyond = 10), class = "calibrant_error_input")
  shared <- lr_set(x$value, x$truth, x$scale, source1 = paste0("i", rep(1:4, 5)))
  expect_error(misleading(shared, beyond = 10), class = "calibrant_error_source")
  score <- lr_set(x$value, x$truth, "score")
  expect_error(misleading(score, beyond = 10), class = "calibrant_error_score")
  for (bad in list(1, 0.5, NA, "a", Inf, numeric(0))) {
    expect_error(misleading(x, beyond = bad), class = "calibrant_error_input")
  }
  expect_error(misleading(x, beyond = 10, by = "trial"), class = "calibrant_error_input")
})
