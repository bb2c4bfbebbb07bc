set.seed(27)
trials <- data.frame(
  truth = rep(c(TRUE, FALSE), c(100, 200)), s = rnorm(300), age = rexp(300),
  room = factor(sample(c("a", "b", "c"), 300, TRUE))
)
trials$s <- trials$s + trials$truth
new <- trials[c(5, 250, 7), ]

test_that("calibrate() reads formulas as fuse() does", {
  scaled <- calibrate(truth ~ scale(s), data = trials, scale = "score")
  plain <- calibrate(trials, truth ~ s, scale = "score")
  expect_equal(predict(scaled, new), predict(plain, new))
  expect_equal(
    predict(calibrate(truth ~ s * room, data = trials, scale = "score"), new),
    predict(fuse(truth ~ s * room, data = trials), new)
  )
  expect_error(
    calibrate(truth ~ s * age, data = trials, scale = "score", method = "pav"), "one input",
    class = "calibrant_error_input"
  )
  half <- calibrate(truth ~ s / 2, data = trials, scale = "score")
  expect_equal(predict(half, new), predict(plain, new))
})
