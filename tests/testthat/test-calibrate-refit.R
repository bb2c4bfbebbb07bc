test_that("items are drawn as wholes", {
  grid <- expand.grid(i = 1:6, j = 1:6)
  set <- lr_set(rnorm(36), grid$i == grid$j, "score", source1 = grid$i, source2 = grid$j)
  set.seed(4)
  copies <- drawn_copies(set, source_strata(set))
  own <- copies[grid$i == grid$j]
  expect_identical(sum(own), 6)
  expect_identical(copies, ifelse(grid$i == grid$j, own[grid$i], own[grid$i] * own[grid$j]))
  expect_identical(sum(drawn_copies(set, NULL)[set$truth]), 6)
})

test_that("a calibration by another rule is trained again by that rule", {
  set.seed(11)
  x <- simulate_lr(30, 90, s = 2, stretch = 2)
  other <- lr_set(x$value + rnorm(120), x$truth, "log10")
  for (fit in list(calibrate(x), fuse(list(a = x, b = other)))) {
    fit <- retrain(fit, "brier", prior = 0.3)
    again <- train_again(fit, training_of(fit), seq_along(x))
    expect_equal(again$coefficients, fit$transforms[[1]]$coefficients)
  }
})
