test_that("the layout of table 8.1", {
  sets <- list(a = example_set(n = 80, n_classes = 3), b = example_set(80, 3, seed = 2, lift = 1))
  prior <- c(0.5, 0.3, 0.2)
  table <- calibration_transfer(sets, prior = prior)
  expect_identical(table$test, rep(c("a", "b"), each = 3))
  expect_identical(table$train, rep(c(NA, "a", "b"), 2))
  across <- predict(calibrate(sets$a, prior = prior), sets$b)
  of_b <- lapply(list(sets$b, across), cross_entropy, prior)
  expect_equal(table$cross_entropy[4:5], unlist(of_b))
  expect_equal(table$misclassification[5], misclassification(across, prior))
  # Two affine maps in turn are an affine map. So the cost after the best map is the same in all
  # rows, and nothing is lost if training and test are the same.
  expect_equal(table$cross_entropy_min, rep(table$cross_entropy_min[c(1, 4)], each = 3),
    tolerance = 1e-9)
  expect_equal(table$cross_entropy_cal[c(2, 6)], c(0, 0), tolerance = 1e-9)
  expect_equal(table$cross_entropy, table$cross_entropy_min + table$cross_entropy_cal)
})

test_that("two hypotheses as well", {
  set.seed(1)
  sets <- list(a = simulate_lr(40, 60, s = 1, stretch = 2), b = simulate_lr(40, 60, s = 1))
  table <- calibration_transfer(sets)
  expect_equal(table$cross_entropy[c(1, 4)], unname(c(cllr(sets$a), cllr(sets$b))))
  expect_equal(table$misclassification[1], bayes_error(sets$a, 0.5))
  nats <- calibration_transfer(sets, unit = "nats")
  expect_equal(nats$cross_entropy_min, table$cross_entropy_min * log(2))
  expect_identical(c(unique(table$unit), unique(nats$unit)), c("bits", "nats"))
  bad <- \(x) expect_error(calibration_transfer(x), class = "calibrant_error_input")
  bad(sets["a"])
  bad(unname(sets))
  bad(c(sets, list(c = example_set())))
  bad(list(a = sets$a, b = 1))
})
