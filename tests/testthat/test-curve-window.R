window_of <- function(...) display_window(each_system(set_of(..., scale = "log10"), counts_of))

test_that("is all that is finite, as long as it fits", {
  expect_equal(window_of(c(2, 5), c(-3, 1)), c(-3, 5))
  expect_equal(window_of(c(2, Inf), c(-Inf, -1, 1)), c(-1, 2))
})

test_that("cuts off tails that would fill the axis", {
  # The window extends from the median of H2 to that of H1, which is wider than the overlap, plus a
  # quarter.
  expect_equal(window_of(c(-1, 1, 2, 3), c(-900, -3, -2, 0, 0.5)), c(-2.75, 1.75))
  expect_equal(window_of(c(-1, 1, 2, 900), c(-4, -3, -2, 0, 1)), c(-2.75, 1.75))
  # The window extends from the lowest under H1 to the highest under H2, if that is wider.
  expect_equal(window_of(c(-5, 1, 2, 3), c(-900, -3, -2, 0, 3)), c(-7, 3))
})

test_that("shows where the hypotheses overlap and half of each", {
  for (seed in 1:10) {
    withr::local_seed(seed)
    h1 <- 3 + 10 * stats::rt(50, 1)
    h2 <- -3 + 10 * stats::rt(80, 1)
    window <- window_of(h1, h2)
    expect_lte(window[1], min(h1))
    expect_gte(window[2], max(h2))
    expect_gte(mean(h1 <= window[2]), 0.5)
    expect_gte(mean(h2 >= window[1]), 0.5)
    expect_true(window[1] >= min(h1, h2) && window[2] <= max(h1, h2))
  }
})

test_that("is one for all systems", {
  a <- set_of(5, 1, scale = "log10", system = c("a", "a"))
  b <- set_of(3, -2, scale = "log10", system = c("b", "b"))
  expect_equal(display_window(each_system(c(a, b), counts_of)), c(-2, 5))
})

test_that("exists without any finite LR", {
  expect_true(all(is.finite(window_of(Inf, -Inf))))
  expect_true(all(is.finite(window_of(c(Inf, 2), -Inf))))
})

test_that("counts what lies beyond, per system and edge", {
  x <- set_of(c(-Inf, 1, 2, 7, Inf), c(-50, -1, Inf), scale = "log10")
  beyond <- beyond_window(counts_of(only_system(x)), c(-2, 2))
  expect_equal(beyond, data.frame(
    end = c("low", "high"), border = c(-50, 7), n_h1 = c(1, 2), n_h2 = c(1, 1)
  ))
  none <- beyond_window(counts_of(only_system(x)), c(-Inf, Inf))
  expect_equal(none$n_h1 + none$n_h2, c(0, 0))
})

test_that("goes with curves over the LR axis", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  for (curve in list(tippett_curve(x), lr_histogram(x))) {
    window <- attr(curve, "window")
    beyond <- attr(curve, "beyond")
    expect_equal(levels(beyond$system), levels(x))
    below <- tapply(glass_lr$log10_lr < window[1], glass_lr$model, sum)
    low <- beyond[beyond$end == "low", ]
    expect_equal(low$n_h1 + low$n_h2, as.vector(below))
    expect_gt(min(below), 0)
  }
})

test_that("shows the steps of PAV, which need no order of the trials", {
  for (x in drawing_shapes()) {
    blocks <- pav(x)
    window <- attr(blocks, "window")
    steps <- blocks[is.finite(blocks$log10_lr_pav), ]
    shown <- c(steps$log10_lr_min, steps$log10_lr_max)
    shown <- shown[is.finite(shown)]
    expect_true(all(is.finite(window)) && all(shown >= window[1] & shown <= window[2]))
  }
  x <- set_of(c(-1, 1, 2, 3), c(-900, -3, -2, 0, 0.5), scale = "log10")
  expect_equal(attr(pav(x), "window"), c(-2.75, 1.75))
  expect_equal(attr(pav(x), "cut"), TRUE)
})

test_that("trials that are certain are counted by end and hypothesis, with their weights", {
  truth <- c(TRUE, FALSE, TRUE, FALSE, TRUE)
  x <- lr_set(c(-Inf, -Inf, Inf, 0, Inf), truth, scale = "ln", weight = c(2, 3, 0.5, 7, 1))
  table <- certain_trials(systems_of(x))
  expect_identical(table$end, c("LR = 0", "LR = Inf"))
  expect_identical(table$n_h1, c(2, 1.5))
})
