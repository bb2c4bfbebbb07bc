trials <- trials_with_terms()
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
