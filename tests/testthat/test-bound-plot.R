test_that("pictures mark the bounds", {
  set.seed(41)
  bound <- bound_lr(c(simulate_lr(9, 20, 3, system = "a"), simulate_lr(9, 20, 2, system = "b")))
  for (picture in list(autoplot(bound), autoplot(bound, type = "criterion"))) {
    drawn <- ggplot2::layer_data(picture, length(picture$layers))
    expect_setequal(drawn$x, coef(bound))
  }
  expect_error(autoplot(bound, type = "roc"), class = "calibrant_error_input")
})
