set.seed(1)
x <- overlapping_set()

test_that("tidy() has a row per coefficient, with normal intervals", {
  fit <- calibrate(x)
  found <- tidy(fit, level = 0.9)
  expect_identical(found$term, c("slope", "offset"))
  expect_equal(found$estimate, unname(coef(fit)))
  expect_equal(found$std.error, unname(sqrt(diag(vcov(fit)))))
  expect_equal(found$conf.high, found$estimate + qnorm(0.95) * found$std.error)
  expect_identical(nrow(tidy(calibrate(x, "pav", infinite = "clip"))), nrow(as.data.frame(pav(x))))
  expect_true(all(is.na(tidy(calibrate(x, "kde"))$std.error)))
  expect_error(tidy(fit, level = 1), class = "calibrant_error_input")
})
