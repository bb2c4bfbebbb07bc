test_that("Bayes decisions reject the values below their thresholds", {
  numbers <- list(
    value = c(-1, 0, 2, Inf), n_h1 = c(0, 1, 2, 1), n_h2 = c(3, 1, 0, 0), scale = "ln"
  )
  ranks <- rejected_values(numbers, c(1, 0, -1, -Inf))
  expect_equal(ranks, c(0, 1, 2, 4))
  expect_identical(class_cuts(numbers, ranks), list(h1 = c(0L, 0L, 1L, 4L), h2 = c(0L, 3L, 4L, 4L)))
  expect_identical(rejected_values(numbers, numeric()), integer())
})
