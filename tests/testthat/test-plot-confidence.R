truth <- factor(c("a", "a", "b", "c"))

first <- rbind(c(0.8, 0.1, 0.1), c(0.4, 0.5, 0.1), c(0.2, 0.6, 0.2), c(0, 0.1, 0.9))

second <- first^2 / rowSums(first^2)

test_that("the picture has a point per step", {
  paths <- list(m = list(first, second), n = list(prob_complement(first), prob_complement(second)))
  curve <- confidence_curve(paths, truth)
  sharp <- plot_confidence(paths, truth)
  expect_equal(ggplot2::layer_data(sharp, 1)$y, curve$entropy_score)
  expect_equal(nrow(ggplot2::layer_data(sharp, 2)), 4)
  pure <- autoplot(curve, against = "purity")
  expect_equal(ggplot2::layer_data(pure, 1)$yintercept, attr(curve, "uniform_purity"))
  expect_equal(ggplot2::layer_data(pure, 2)$y, curve$purity)
  expect_error(autoplot(curve, against = "auc"), class = "calibrant_error_input")
})
