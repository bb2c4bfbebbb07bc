test_that("the losses add up and are those of the measures", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  losses <- class_losses(x)
  expect_equal(losses$cross_entropy, unname(cllr(x)))
  expect_equal(losses$cross_entropy_min, unname(cllr_min(x)))
  expect_equal(losses$cross_entropy_cal, unname(cllr_cal(x)))
  expect_equal(losses$cross_entropy_null, rep(log2(6), 3))
  drawn <- ggplot2::layer_data(autoplot(losses))
  parts <- c(losses$cross_entropy_min, losses$cross_entropy_cal)
  expect_equal(sort(drawn$ymax - drawn$ymin), sort(parts))
})

test_that("infinite losses are drawn and named", {
  x <- loglik_set(rbind(c(-Inf, 0), c(1, 0), c(0, 1)), c(1, 1, 2), "ln")
  expect_warning(losses <- class_losses(x), class = "calibrant_warning_infinite")
  expect_identical(losses$cross_entropy_cal, Inf)
  plot <- autoplot(losses)
  expect_true(all(is.finite(ggplot2::layer_data(plot)$y)))
  expect_match(ggplot2::layer_data(plot, 3)$label, "infinite")
})

test_that("the summary gathers the measures", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  prior <- c(3, 3, 1, 1, 1, 1) / 10
  table <- summary(x, prior)
  expect_equal(table$cross_entropy, unname(cross_entropy(x, prior)))
  expect_equal(table$cavg_min, unname(cavg_min(x, prior)))
  expect_equal(table$misclassification, unname(misclassification(x, prior)))
  expect_output(print(table), "At the given prior")
  expect_s3_class(glance(x), "data.frame", exact = TRUE)
})

test_that("the cost of detection is drawn before and after calibration", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  losses <- class_losses(x, measure = "cavg")
  expect_equal(losses$cavg, unname(cavg(x)))
  expect_equal(losses$cavg_min, unname(cavg_min(x)))
  expect_equal(losses$cavg_cal, losses$cavg - losses$cavg_min)
  drawn <- ggplot2::layer_data(plot_class_losses(x, measure = "cavg"))
  expect_equal(sort(drawn$y), sort(c(losses$cavg, losses$cavg_min)))
  expect_error(class_losses(x, measure = "eer"), class = "calibrant_error_input")
})
