x <- lr_set(list(h1 = c(1e4, 200, 3, .5), h2 = c(.01, 1e-4, 2, .2)), scale = "lr")

test_that("names make systems and scales meet", {
  y <- predict(calibrate(x), x)
  both <- c(before = x, after = y)
  expect_identical(levels(both), c("before", "after"))
  expect_equal(cllr(both), c(before = cllr(x), after = cllr(y)))
  levels(y) <- "kernel"
  expect_identical(levels(c(before = x, after = y)), c("before", "after kernel"))
  expect_identical(levels(rbind(a = x, b = x)), c("a", "b"))
  expect_error(c(a = x, a = x), "twice", class = "calibrant_error_input")
})

test_that("nothing makes one system of two unasked", {
  expect_error(c(x, x), "pool = TRUE", class = "calibrant_error_pool")
  expect_length(c(x, x, pool = TRUE), 16)
  scores <- lr_set(1:2, c(FALSE, TRUE), scale = "score")
  expect_error(c(a = x, b = scores), "calibrate", class = "calibrant_error_input")
})
