test_that("goes to natural logarithms and back", {
  llr <- c(-Inf, -3.25, 0, 0.1, 700, Inf)
  for (scale in c("ln", "log2", "log10", "lr")) {
    expect_equal(to_ln(from_ln(llr, scale), scale), llr, tolerance = 1e-14)
    expect_equal(to_log10(from_ln(llr, scale), scale), llr / log(10), tolerance = 1e-14)
  }
})

test_that("keeps finite LRs finite and infinite ones infinite", {
  largest <- .Machine$double.xmax
  for (scale in c("log10", "log2", "ln")) {
    llr <- to_ln(c(-Inf, -largest, largest, Inf), scale)
    expect_equal(is.infinite(llr), c(TRUE, FALSE, FALSE, TRUE))
  }
  expect_equal(to_ln(5e-324, "lr"), log(2) * -1074)
  expect_equal(to_ln(c(0, 1, Inf), "lr"), c(-Inf, 0, Inf))
})

test_that("leaves scores as they are", {
  expect_identical(to_log10(c(-2, 7), "score"), c(-2, 7))
})

test_that("computes ln(1 + e^x) for any x", {
  expect_equal(softplus(c(-Inf, 0, 1, 1000, Inf)), c(0, log(2), log(1 + exp(1)), 1000, Inf))
  expect_equal(softplus(-40) / exp(-40), 1)
})

test_that("round LRs have the same log10 on every scale", {
  lr <- c(1e-6, 0.01, 0.5, 1, 2, 10, 99.9, 350, 1000, 1e6, 1e7, 1e15)
  for (scale in c("lr", "ln", "log2", "log10")) {
    value <- switch(scale, lr = lr, ln = log(lr), log2 = log2(lr), log10 = log10(lr))
    expect_identical(to_log10(value, scale), log10(lr), info = scale)
  }
  expect_identical(from_ln(c(a = log(1000)), "log10"), c(a = 3))
})

test_that("a threshold finds trials on it whatever their scale", {
  for (scale in c("ln", "log2", "log10", "lr")) {
    value <- switch(scale, lr = c(2, 1000), ln = log(c(2, 1000)), log2 = log2(c(2, 1000)),
      log10 = log10(c(2, 1000)))
    x <- lr_set(value, c(TRUE, FALSE), scale = scale)
    expect_identical(turing_bounds(x, log10_lr = 3)$n_beyond[2], 1, info = scale)
    expect_identical(error_rates(x, threshold = log10(2))$p_miss, 0, info = scale)
    expect_identical(error_rates(x, threshold = 3)$p_fa, 1, info = scale)
    expect_true(all(c(log10(2), 3) %in% tippett_curve(x)$log10_lr), info = scale)
  }
  blocks <- pav(lr_set(c(rep(5, 11), rep(-5, 999)), rep(c(TRUE, FALSE), c(10, 1000)),
    scale = "log10"))
  expect_identical(blocks$log10_lr_pav[2], 3)
})

test_that("the distance from certainty is the smaller of two probabilities, with all its digits", {
  expect_equal(from_certainty(c(-1, 0, 2)), c(1 / 11, 1 / 2, 1 / 101), tolerance = 1e-15)
  expect_equal(from_certainty(c(-300, 300)), c(1e-300, 1e-300), tolerance = 1e-12)
})

test_that("a difference from an infinite number is no rounding error", {
  totals <- c(1, Inf, -Inf, 1 + 1e-15, 0)
  expect_identical(beyond_rounding(totals, c(Inf, 1, Inf, 1, 0)), c(-Inf, Inf, -Inf, 0, 0))
  same <- same_numbers(c(1, Inf, Inf, -Inf), c(Inf, 1, Inf, Inf))
  expect_identical(same, c(FALSE, FALSE, TRUE, FALSE))
  truth <- rep(c(TRUE, FALSE), c(30, 30))
  value <- withr::with_seed(1, rnorm(60, 2 * truth - 1))
  sets <- list(value, replace(value, 1, -Inf))
  x <- do.call(c, lapply(1:2, \(i) lr_set(sets[[i]], truth, scale = "ln", system = c("a", "b")[i])))
  found <- suppressMessages(suppressWarnings(compare_systems(x, "cllr", replicates = 20)))
  expect_identical(found$difference, -Inf)
})
