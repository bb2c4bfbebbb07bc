sets <- withr::with_seed(5, lapply(c(1.2, 2, 3), \(s) simulate_lr(30, 60, s = s)))
x <- do.call(c, c(sets, pool = TRUE))
laboratory <- rep(c("A", "B", "C"), each = 90)
between <- withr::with_seed(6, measures_by(
  x, laboratory, c("cllr", "cllr_min", "eer"), replicates = 60, random = TRUE
))

test_that("the picture has a row per condition, and diamonds where they were drawn to the mean", {
  drawn <- autoplot(between)
  data <- drawn$data
  expect_setequal(levels(data$row), c("A", "B", "C", "Mean of conditions", "A new condition"))
  diamonds <- which(vapply(drawn$layers, \(layer) identical(layer$aes_params$shape, 5), NA))
  expect_length(diamonds, 1)
  shown <- ggplot2::layer_data(drawn, diamonds)
  eer <- between[between$measure == "eer" & !is.na(between$shrunken), ]
  expect_true(all(vapply(100 * eer$shrunken, \(x) any(abs(shown$x - x) < 1e-9), NA)))
  plain <- autoplot(measures_by(x, laboratory, "cllr"))
  expect_setequal(levels(plain$data$row), c("A", "B", "C", "All together", "Equally weighted"))
})
