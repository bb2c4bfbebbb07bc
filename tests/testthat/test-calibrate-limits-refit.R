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
  fit <- calibrate(simulate_lr(30, 40, s = 2), "bigaussian")
  many <- seq(-1, 1, length.out = 2000)
  set.seed(4)
  found <- predict(fit, many, level = 0.9, type = "ln")
  at <- value_grid(c(to_ln(fit$range[[1]], "log10"), many * log(10))) / log(10)
  expect_lt(length(at), 2000)
  set.seed(4)
  few <- suppressWarnings(predict(fit, at, level = 0.9, type = "ln"))
  expect_equal(found$upper, pmax(approx(at, few$upper, many)$y, found$ln_lr))
})

test_that("trials that can hardly be drawn again have no limits", {
  # Two trials overlap, and 42 percent of the draws have both.
  set.seed(5)
  x <- lr_set(c(1:9, 12, 11, 13:21), rep(c(FALSE, TRUE), each = 10), "score")
  fit <- suppressWarnings(retrain(calibrate(x), "brier"))
  expect_error(predict(fit, 11, level = 0.5), class = "calibrant_error_replicates")
  # Draws that cannot change the result are not made.
  n_tried <- 0
  expect_error(
    refits_of(100, NULL, \() if ((n_tried <<- n_tried + 1) == 3) 1),
    "51 of the first 52 of 100", class = "calibrant_error_replicates"
  )
  expect_identical(n_tried, 52)
  expect_identical(refits_of(4, NULL, \() if ((n_tried <<- n_tried + 1) > 54) 1), list(1, 1))
  expect_identical(refits_for(0.95), 800)
  expect_identical(refits_for(0.5), 400)
})
