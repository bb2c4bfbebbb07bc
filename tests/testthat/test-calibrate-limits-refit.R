test_that("limits are quantiles of trainings on draws", {
  set.seed(1)
  x <- simulate_lr(30, 40, s = 2)
  fit <- calibrate(x, "bigaussian")
  set.seed(2)
  found <- predict(fit, c(-0.5, 0.5), level = 0.9)
  set.seed(2)
  drawn <- replicate(400, {
    copies <- drawn_copies(x, NULL)
    again <- calibrate(x[rep(seq_along(copies), copies)], "bigaussian")
    suppressWarnings(predict(again, c(-0.5, 0.5)))
  })
  expect_equal(found$lower, apply(drawn, 1, quantile, 0.05))
  expect_equal(found$upper, apply(drawn, 1, quantile, 0.95))
})

test_that("many values have limits on straight lines between some", {
  set.seed(3)
  fit <- calibrate(simulate_lr(30, 40, s = 2), "kde")
  many <- seq(-1, 1, length.out = 2000)
  set.seed(4)
  found <- predict(fit, many, level = 0.9)
  set.seed(4)
  few <- predict(fit, many[c(1, 700, 2000)], level = 0.9)
  expect_equal(found$upper[c(1, 700, 2000)], few$upper, tolerance = 2e-3)
})

test_that("trials that can hardly be drawn again have no limits", {
  x <- lr_set(c(1, 2, 3, 1.5), c(FALSE, FALSE, TRUE, TRUE), "score")
  fit <- suppressWarnings(retrain(calibrate(x), "brier"))
  expect_error(predict(fit, 1.7, level = 0.95), class = "calibrant_error_replicates")
  expect_identical(refits_for(0.95), 800)
  expect_identical(refits_for(0.5), 400)
})
