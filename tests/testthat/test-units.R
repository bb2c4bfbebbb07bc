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
