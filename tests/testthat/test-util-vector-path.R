test_that("narrow and wide registers give the definition", {
  set.seed(1)
  truth <- runif(1e4) < 0.3
  value <- rnorm(1e4, ifelse(truth, 1, -3), 3)
  priors <- stats::plogis(-12:12)
  measure <- \() {
    x <- lr_set(value, truth, scale = "ln")
    c(cllr(x), cllr_h1(x), cross_entropy(x, priors))
  }
  cost <- \(x) pmax(x, 0) + log1p(exp(-abs(x)))
  ece <- vapply(-12:12, \(t) {
    (plogis(t) * mean(cost(-value[truth] - t)) + plogis(-t) * mean(cost(value[!truth] + t))) /
      log(2)
  }, 0)
  expected <- c(ece[13], mean(cost(-value[truth])) / (2 * log(2)), ece)
  wide <- measure()
  narrow <- with_narrow_registers(measure())
  expect_equal(wide, expected, tolerance = 1e-14)
  expect_equal(narrow, expected, tolerance = 1e-14)
  expect_identical(measure(), wide)
})

test_that("the choice of registers is put back after an error", {
  allowed <- .Call(ffi_allow_wide, TRUE)
  expect_true(allowed)
  try(with_narrow_registers(stop("no")), silent = TRUE)
  expect_true(.Call(ffi_allow_wide, TRUE))
})
