test_that("is the area between PAV and identity, by numerical integration", {
  for (seed in 1:5) {
    x <- random_set(seed, 12, 15, digits = 2)
    expect_equal(dev_pav(x), dev_pav_reference(x), tolerance = 1e-8)
  }
})

test_that("is the distance from the identity where PAV has one point", {
  expect_equal(dev_pav(set_of(c(2, 2, 2), c(2, 2), scale = "lr")), log10(2))
  expect_equal(dev_pav(set_of(c(0.1, 10), c(0.1, 10), scale = "lr")), 0.5)
})

test_that("is nothing for calibrated LRs", {
  x <- set_of(c(4, 4, 0.25), c(4, 0.25, 0.25), scale = "lr")
  calibrated <- predict(pav(x), x)
  expect_equal(dev_pav(calibrated), 0)
})

test_that("measures in units of log10 LR, on any scale", {
  x <- random_set(6)
  for (scale in c("log2", "log10", "lr")) {
    value <- switch(scale, log2 = x$value / log(2), log10 = x$value / log(10), lr = exp(x$value))
    expect_equal(dev_pav(lr_set(value, x$truth, scale = scale)), dev_pav(x))
  }
})

test_that("survives LLRs of any size", {
  for (size in c(1e150, 1.7e308)) {
    expect_equal(dev_pav(set_of(c(-size, size), c(-size, size), scale = "log10")) / size, 0.5)
    expect_equal(dev_pav(set_of(c(-size, 3), c(-3, size), scale = "log10")) / size, 0.5)
  }
  expect_equal(dev_pav(set_of(5e-324, 5e-324, scale = "log10")), 5e-324)
})

test_that("is not defined under perfect separation, and says so", {
  expect_warning(
    value <- dev_pav(set_of(c(1, 2), c(-1, -2))), "separate",
    class = "calibrant_warning_undefined"
  )
  expect_identical(value, NaN)
})

test_that("is infinite where an infinite LR lies in a finite block", {
  expect_identical(dev_pav(set_of(c(-Inf, 1, 2), c(-Inf, 0, 1.5))), Inf)
  expect_identical(dev_pav(set_of(c(0, Inf), c(1, Inf))), Inf)
  # An infinite LR at the right end lies in a block of infinite ratio and does not count.
  expect_equal(
    dev_pav(set_of(c(0, 1, Inf), c(-Inf, 0, 1))), dev_pav(set_of(c(0, 1, 9), c(-9, 0, 1)))
  )
})

test_that("is a number per system and refuses scores", {
  x <- c(
    set_of(c(1, 2), c(1, 2), system = rep("a", 4)), set_of(1, -1, system = rep("b", 2))
  )
  expect_warning(value <- dev_pav(x), class = "calibrant_warning_undefined")
  expect_equal(value, c(a = dev_pav(set_of(c(1, 2), c(1, 2))), b = NaN))
  expect_error(dev_pav(set_of(1, -1, scale = "score")), class = "calibrant_error_score")
})
