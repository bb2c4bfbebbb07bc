test_that("wrong infinities are an error except for PAV", {
  wrong <- ln_trials(c(-Inf, 1, 2), c(-1, 1.5))
  for (method in c("logistic", "gaussian", "kde", "bigaussian", "beta")) {
    expect_error(calibrate(wrong, method), class = "calibrant_error_infinite")
  }
  expect_error(calibrate(ln_trials(c(1, 2), c(1.5, Inf))), class = "calibrant_error_infinite")
  fit <- suppressWarnings(calibrate(wrong, "pav"))
  expect_equal(predicted(fit, -Inf, type = "lr"), (1 / 3) / (1 / 2))
})

test_that("PAV calibration is pav(), with rules for the infinite ends", {
  set.seed(13)
  x <- overlapping_set()
  expect_warning(keep <- calibrate(x, "pav"), class = "calibrant_warning_infinite")
  expect_equal(predicted(keep)$value, predicted(pav(x), x)$value)
  expect_equal(cllr(predicted(keep)), cllr_min(x))

  clip <- predicted(calibrate(x, "pav", infinite = "clip"))$value
  finite <- predicted(keep)$value[is.finite(predicted(keep)$value)]
  expect_equal(clip, pmin(pmax(predicted(keep)$value, min(finite)), max(finite)))

  more <- lr_set(c(x$value, -Inf, Inf), c(x$truth, TRUE, FALSE), "log10")
  added <- calibrate(x, "pav", infinite = "add_misleading")
  expect_equal(predicted(added, x$value), predicted(pav(more), x$value))
  expect_true(all(is.finite(predicted(added, c(-Inf, -99, 99, Inf)))))
  expect_error(calibrate(ln_trials(1, 0), "pav", infinite = "clip"),
    class = "calibrant_error_separable")
})

test_that("trials that never are in memory train PAV by their blocks", {
  tight()
  withr::local_seed(3)
  x <- gaussian_trials(2000)
  far <- many_values(x)
  at <- c(-40, -1.234, 0, 0.5, 40)
  for (infinite in c("keep", "clip", "add_misleading")) {
    fit <- suppressWarnings(calibrate(far, "pav", infinite = infinite))
    expected <- suppressWarnings(calibrate(x, "pav", infinite = infinite))
    expect_identical(
      suppressWarnings(predict(fit, at)), suppressWarnings(predict(expected, at))
    )
    expect_identical(fit$transforms[[1]]$objective, expected$transforms[[1]]$objective)
  }
})
