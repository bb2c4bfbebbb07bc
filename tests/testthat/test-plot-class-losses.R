test_that("infinite losses are drawn and named", {
  x <- loglik_set(rbind(c(-Inf, 0), c(1, 0), c(0, 1)), c(1, 1, 2), "ln")
  expect_warning(losses <- class_losses(x), class = "calibrant_warning_infinite")
  expect_identical(losses$cross_entropy_cal, Inf)
  plot <- autoplot(losses)
  expect_true(all(is.finite(ggplot2::layer_data(plot)$y)))
  expect_match(ggplot2::layer_data(plot, 3)$label, "infinite")
})

test_that("the cost of detection is drawn before and after calibration", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  losses <- class_losses(x, measure = "cavg")
  expect_equal(losses$cavg, unname(cavg(x)))
  expect_equal(losses$cavg_min, unname(cavg_min(x)))
  expect_equal(losses$cavg_cal, losses$cavg - losses$cavg_min)
  drawn <- ggplot2::layer_data(autoplot(class_losses(x, measure = "cavg")))
  expect_equal(sort(drawn$y), sort(c(losses$cavg, losses$cavg_min)))
  expect_error(class_losses(x, measure = "eer"), class = "calibrant_error_input")
})
