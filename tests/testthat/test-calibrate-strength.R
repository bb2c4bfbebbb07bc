set.seed(1)
x <- overlapping_set()
fit <- calibrate(x)

test_that("LRs that so few trials cannot support are pointed out, once", {
  six <- lr_set(list(h1 = c(2.1, 3.4, 4.0), h2 = c(-1.2, .3, .9)), scale = "score")
  for (method in c("kde", "gaussian")) {
    fit <- calibrate(six, method)
    expect_warning(predict(fit, c(-1, 2, 4)), class = "calibrant_warning_extrapolation")
    expect_warning(predict(fit, data.frame(score = c(-1, 2, 4)), type = "posterior"),
      class = "calibrant_warning_extrapolation")
    expect_no_warning(predict(fit, 1.5))
    expect_no_warning(predict(fit, six))
    expect_output(print(fit), "bound_lr")
    expect_no_warning(predict(bound_lr(fit, "limits", limits = c(-1, 1)), c(-1, 2, 4)))
  }
  limit <- calibrant:::bearable(c(h1 = 9, h2 = 99))
  expect_equal(unname(limit), log(c(1 / 10, 100)))
  many <- calibrate(simulate_lr(1e4, 1e4, s = 1))
  expect_no_warning(predict(many, c(-1, 1)))
  expect_no_match(capture.output(print(many)), "bound_lr")
  # What is certain was certain before.
  expect_no_warning(predict(many, c(-Inf, Inf)))
})
