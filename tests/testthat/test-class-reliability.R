test_that("bins hold what the definition says", {
  x <- example_set()
  prior <- c(0.1, 0.2, 0.3, 0.4)
  curve <- reliability_curve(x, prior, bins = 4)
  q <- posterior(x, prior)[, "B"]
  weight <- (prior / c(table(x$truth)))[x$truth]
  bin <- q >= 0.25 & q < 0.5
  row <- curve[curve$class == "B" & curve$posterior_min == 0.25, ]
  expect_equal(row$n, sum(bin))
  expect_equal(row$posterior, weighted.mean(q[bin], weight[bin]))
  expect_equal(row$observed, weighted.mean((x$truth == "B")[bin], weight[bin]))
  expect_equal(unname(rowsum(curve$n, curve$class)[, 1]), rep(60, 4))
})

test_that("means over all bins give back the prior", {
  x <- example_set()
  curve <- reliability_curve(x, bins = 1)
  expect_equal(curve$observed, rep(0.25, 4))
})

test_that("takes borders and refuses others", {
  x <- example_set()
  expect_setequal(unique(reliability_curve(x, bins = c(0, 0.9, 1))$posterior_max), c(0.9, 1))
  expect_error(reliability_curve(x, bins = c(0, 0.5)), class = "calibrant_error_input")
  expect_error(reliability_curve(x, bins = 0), class = "calibrant_error_input")
})

test_that("a posterior on a border, up to rounding, is in the bin above it", {
  p <- c(0.3, 0.1 + 0.2, 1 - 0.7, 0.6, 1 - 0.4)
  x <- loglik_set(log(cbind(A = p, B = 1 - p)), rep(c("A", "B"), c(3, 2)), scale = "ln")
  curve <- reliability_curve(x)
  one <- curve[curve$class == "A", ]
  expect_equal(one$posterior_min, c(0.3, 0.6))
  expect_identical(one$n, c(3L, 2L))
})
