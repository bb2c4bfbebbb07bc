test_that("what calibrated LRs would give lies in the band", {
  withr::local_seed(1)
  x <- simulate_lr(200, 200, s = 2)
  band <- calibration_band(x, level = 0.9, replicates = 400)
  expect_true(all(band$lower <= band$upper))
  expect_identical(names(band), c("system", "log10_lr", "lower", "upper"))
  curve <- pav_lr(x)$value[match(band$log10_lr, x$value)]
  inside <- mean(band$lower <= curve + 1e-9 & curve <= band$upper + 1e-9)
  expect_gt(inside, 0.7)
  wrong <- calibration_band(lr_set(3 * x$value, x$truth, "log10"), replicates = 400)
  expect_lt(mean(wrong$lower <= curve & curve <= wrong$upper), 0.5)
  shifted <- calibration_band(lr_set(x$value + 0.5, x$truth, "log10"), replicates = 400)
  expect_lt(mean(shifted$lower <= curve & curve <= shifted$upper), 0.5)
})
