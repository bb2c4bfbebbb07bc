test_that("trials come with their most probable class and their cost", {
  x <- glass_set()["lda"]
  table <- augment(x)
  expect_identical(nrow(table), length(x))
  expect_equal(table$.cost, -log2(table$.posterior_truth))
  p <- posterior(x)
  expect_equal(table$.posterior, unname(apply(p, 1, max)))
  expect_identical(as.character(table$.class), unname(colnames(p)[apply(p, 1, which.max)]))
  # The cross-entropy is the mean of these costs.
  expect_equal(mean(tapply(table$.cost, table$truth, mean)), unname(cross_entropy(x)))
  prior <- c(0.3, 0.3, 0.1, 0.1, 0.1, 0.1)
  at_prior <- augment(x, prior)
  expect_equal(
    sum(prior * tapply(at_prior$.cost, at_prior$truth, mean)), unname(cross_entropy(x, prior))
  )
  worst <- augment(x, worst_first = TRUE)
  expect_false(is.unsorted(-worst$.cost))
  expect_identical(sort(worst$.cost), sort(table$.cost))
  expect_error(augment(x, c(1, 2)), class = "calibrant_error_input")
  expect_error(augment(x, worst_first = NA), class = "calibrant_error_input")
})
