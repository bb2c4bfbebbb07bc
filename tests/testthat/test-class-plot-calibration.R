test_that("a fit is drawn on its own trials unless others are given", {
  x <- glass_set()["lda"]
  fit <- calibrate(x)
  own <- ggplot2::autoplot(fit)
  expect_equal(ggplot2::layer_data(own), ggplot2::layer_data(ggplot2::autoplot(fit, x)))
  expect_match(own$labels$caption, "trained on")
  expect_no_match(ggplot2::autoplot(fit, x)$labels$caption, "trained on")
  fusion <- fuse(glass_set())
  expect_equal(
    ggplot2::layer_data(ggplot2::autoplot(fusion)),
    ggplot2::layer_data(ggplot2::autoplot(fusion, glass_set()))
  )
  # A fit without its trials asks for some.
  file <- withr::local_tempfile(fileext = ".rds")
  saveRDS(fit, file)
  expect_error(ggplot2::autoplot(readRDS(file)), class = "calibrant_error_no_trials")
})
