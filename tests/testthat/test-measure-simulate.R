test_that("makes as many trials as asked for, reproducibly", {
  withr::local_seed(1)
  x <- simulate_lr(3, 5, s = 1, system = "S1")
  expect_equal(x$truth, rep(c(TRUE, FALSE), c(3, 5)))
  expect_equal(x$scale, "log10")
  expect_equal(levels(x), "S1")
  withr::local_seed(1)
  expect_equal(simulate_lr(3, 5, s = 1, system = "S1")$value, x$value)
  expect_null(levels(simulate_lr(1, 1, s = 1)))
})

test_that("is bi-Gaussian", {
  withr::local_seed(2)
  x <- simulate_lr(4e4, 4e4, s = 2)
  llr <- x$value * log(10)
  expect_gt(stats::ks.test(llr[x$truth], "pnorm", 2, 2)$p.value, 1e-4)
  expect_gt(stats::ks.test(llr[!x$truth], "pnorm", -2, 2)$p.value, 1e-4)
})

test_that("has the Cllr of theory and nothing left to calibrate", {
  # Cllr(s) by quadrature.
  for (case in list(c(1, 0.8392527802), c(2, 0.5140558459), c(3, 0.2400209922))) {
    withr::local_seed(3)
    x <- simulate_lr(5e4, 5e4, s = case[1])
    expect_lt(abs(cllr(x) - case[2]), 0.01)
    expect_lt(cllr_cal(x), 0.003)
  }
})

test_that("stretches and shifts without touching the discrimination", {
  simulate <- function(...) {
    withr::local_seed(4)
    simulate_lr(50, 50, s = 1.5, ...)
  }
  plain <- simulate()
  spoilt <- simulate(stretch = 3, shift = 0.5)
  expect_equal(spoilt$value, 3 * plain$value + 0.5)
  expect_equal(cllr_min(spoilt), cllr_min(plain))
})

test_that("distorts the same trials in several ways, each of them a system", {
  withr::local_seed(4)
  several <- simulate_lr(30, 50, s = 1.5, stretch = c(S1 = 1, S1u = 0.3), shift = c(0, 0.5))
  withr::local_seed(4)
  one <- simulate_lr(30, 50, s = 1.5)
  expect_identical(levels(several), c("S1", "S1u"))
  expect_equal(several["S1"]$value, one$value)
  expect_equal(several["S1u"]$value, 0.3 * one$value + 0.5)
  expect_equal(several["S1u"]$truth, one$truth)
  expect_equal(unname(diff(cllr_min(several))), 0)
  named <- simulate_lr(3, 5, s = 1, shift = c(0, 1), system = c("a", "b"))
  expect_identical(levels(named), c("a", "b"))
})

test_that("reproduces the misleading evidence of Ramos 2013, figure 8", {
  withr::local_seed(5)
  s1 <- misleading(simulate_lr(5e4, 5e4, s = 2.005))
  s2 <- misleading(simulate_lr(5e4, 5e4, s = 0.585))
  expect_lt(max(abs(s1 - 0.158)), 0.006)
  expect_lt(max(abs(s2 - 0.385)), 0.008)
})

test_that("refuses numbers that make no sense", {
  refuses <- function(...) expect_error(simulate_lr(...), class = "calibrant_error_input")
  refuses(0, 1, s = 1)
  refuses(1, 1.5, s = 1)
  refuses(1, 1, s = 0)
  refuses(1, 1, s = NA)
  refuses(1, 1, s = Inf)
  refuses(1, 1, s = 1, stretch = -1)
  refuses(1, 1, s = 1, shift = "a")
  refuses(1, 1, s = 1, stretch = c(a = 1, b = -1))
  refuses(1, 1, s = 1, stretch = c(1, 2))
  refuses(1, 1, s = 1, stretch = c(a = 1, a = 2))
  refuses(1, 1, s = 1, stretch = c(a = 1, b = 2), shift = 1:3)
  refuses(1, 1, s = 1, stretch = numeric())
})

test_that("aims at a Cllr or at an equal error rate", {
  draw <- function(...) {
    withr::local_seed(6)
    simulate_lr(5e4, 5e4, ...)
  }
  expect_lt(abs(cllr(draw(cllr = 0.3)) - 0.3), 0.01)
  expect_lt(abs(eer(draw(eer = 0.1)) - 0.1), 0.005)
  expect_equal(draw()$value, draw(s = 2)$value)
  expect_equal(draw(eer = stats::pnorm(-1))$value, draw(s = 2)$value)
  refuses <- function(...) expect_error(simulate_lr(1, 1, ...), class = "calibrant_error_input")
  refuses(cllr = 1)
  refuses(eer = 0.5)
  refuses(s = 1, eer = 0.2)
})

test_that("one way to distort trials has one name", {
  expect_error(simulate_lr(5, 5, s = 1, system = c("a", "b")), class = "calibrant_error_input")
  expect_identical(levels(simulate_lr(5, 5, s = 1, system = "a")), "a")
})
