test_that("is the share of trials on the wrong side of LR = 1", {
  x <- random_set(1)
  expect_equal(misleading(x), c(h1 = mean(h1_of(x) < 0), h2 = mean(h2_of(x) > 0)))
})

test_that("counts LR = 1 as neither and infinities as what they are", {
  x <- set_of(c(1, 0, 5, Inf), c(1, 1, Inf, 0.5, 0), scale = "lr")
  expect_equal(misleading(x), c(h1 = 1 / 4, h2 = 1 / 5))
  rates <- misleading(x, level = 0.95)
  expect_equal(rates$n, c(4, 5))
  expect_equal(rates$n_misleading, c(1, 1))
  expect_equal(rates$n_neutral, c(1, 2))
})

test_that("agrees on all scales", {
  ratio <- c(0.1, 2, 1, 5, 0.3, 1)
  truth <- rep(c(TRUE, FALSE), each = 3)
  x <- lr_set(ratio, truth, scale = "lr")
  for (scale in c("ln", "log2", "log10")) {
    f <- switch(scale, ln = log, log2 = log2, log10 = log10)
    expect_equal(misleading(lr_set(f(ratio), truth, scale = scale)), misleading(x))
  }
})

test_that("has the exact binomial interval", {
  x <- set_of(c(rep(-1, 3), rep(1, 17)), c(rep(-1, 9)))
  rates <- misleading(x, level = 0.9)
  exact <- stats::binom.test(3, 20, conf.level = 0.9)$conf.int
  expect_equal(c(rates$lower[1], rates$upper[1]), as.vector(exact))
  expect_equal(rates$lower[2], 0)
  expect_equal(rates$upper[2], stats::binom.test(0, 9, conf.level = 0.9)$conf.int[2])
  all_wrong <- misleading(set_of(c(-1, -1), c(1, 1)), level = 0.95)
  expect_equal(all_wrong$upper, c(1, 1))
  expect_equal(all_wrong$lower[1], stats::binom.test(2, 2)$conf.int[1])
})

test_that("has no interval for weighted trials", {
  x <- lr_set(c(-1, 1, -1), c(TRUE, TRUE, FALSE), scale = "ln", weight = c(1, 3, 2))
  rates <- misleading(x, level = 0.95)
  expect_equal(rates$rate, c(0.25, 0))
  expect_true(all(is.na(c(rates$lower, rates$upper))))
})

test_that("has a row per system", {
  x <- c(
    set_of(c(-1, 1), c(1, -1), system = rep("a", 4)), set_of(1, -1, system = rep("b", 2))
  )
  expect_equal(misleading(x), rbind(a = c(h1 = 0.5, h2 = 0.5), b = c(h1 = 0, h2 = 0)))
  rates <- misleading(x, level = 0.95)
  expect_equal(as.character(rates$system), c("a", "a", "b", "b"))
  expect_equal(rates$hypothesis, rep(c("h1", "h2"), 2))
})

test_that("keeps Turing's bounds on calibrated LRs", {
  withr::local_seed(2)
  x <- simulate_lr(2e4, 2e4, s = 2)
  for (k in c(1, 2, 10, 100)) {
    shifted <- misleading(lr_set(x$value - log10(k), x$truth, scale = "log10"))
    expect_lt(shifted[["h2"]], 1 / k)
  }
})

test_that("refuses scores and levels of confidence that are none", {
  x <- set_of(1, -1)
  for (f in list(misleading, \(...) misleading(..., level = 0.95))) {
    expect_error(f(set_of(1, -1, scale = "score")), class = "calibrant_error_score")
  }
  for (level in list(0, 1, 95, NA, "0.9", c(0.8, 0.9))) {
    expect_error(misleading(x, level = level), class = "calibrant_error_input")
  }
})
