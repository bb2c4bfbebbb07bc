test_that("counts what is below and what reaches the threshold", {
  for (seed in 1:4) {
    x <- tied_set(seed, weights = seed > 2)
    threshold <- c(Inf, 0.3, -Inf, 0, 0, -2, 7)
    rates <- error_rates(x, threshold / log(10))
    literal <- vapply(threshold, \(t) rates_reference(x, t), c(0, 0))
    expect_equal(rates$p_miss, literal["p_miss", ])
    expect_equal(rates$p_fa, literal["p_fa", ])
    expect_equal(rates$threshold, threshold / log(10))
  }
})

test_that("the threshold itself accepts", {
  x <- lr_set(list(h1 = c(1, 2), h2 = c(1, 2, 3)), scale = "log10")
  rates <- error_rates(x, c(1, 2, 2 + 1e-15))
  expect_identical(rates$p_miss, c(0, 0.5, 1))
  expect_identical(rates$p_fa, c(3, 2, 1) / 3)
})

test_that("ends are exact under any weights", {
  withr::local_seed(8)
  x <- lr_set(stats::rnorm(500), rep(c(TRUE, FALSE), 250), scale = "ln", weight = stats::rexp(500))
  rates <- error_rates(x, c(-Inf, 100))
  expect_identical(rates$p_miss, c(0, 1))
  expect_identical(rates$p_fa, c(1, 0))
})

test_that("only LR = Inf reaches an infinite threshold", {
  rates <- error_rates(ln_set(c(0, Inf), c(-Inf, 1, Inf, Inf)), c(-Inf, Inf))
  expect_equal(rates$p_miss, c(0, 0.5))
  expect_equal(rates$p_fa, c(1, 0.5))
})

test_that("gives a row per system and threshold", {
  x <- two_systems()
  rates <- error_rates(x, c(0, 1.5 / log(10)))
  expect_equal(as.character(rates$system), c("a", "a", "b", "b"))
  expect_equal(rates$p_miss, c(0, 1, 0, 0))
  expect_equal(names(rates), c("system", "threshold", "p_fa", "p_miss"))
})

test_that("takes scores, and refuses missing thresholds", {
  expect_equal(error_rates(score_set(c(3, 5), c(1, 4)), 4)$p_fa, 0.5)
  expect_equal(error_rates(c(3, 1), c(TRUE, FALSE), scale = "score", threshold = 2)$p_fa, 0)
  expect_error(error_rates(golden_g(), NA), class = "calibrant_error_input")
})
