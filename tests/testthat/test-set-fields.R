test_that("fields go from set to set together, of two and of many classes", {
  x <- lr_set(c(2, 1, -1, -2), c(TRUE, TRUE, FALSE, FALSE),
    scale = "log10", system = c("a", "b", "a", "b"), weight = 1:4, id = letters[1:4]
  )
  part <- x["b"]
  expect_identical(part$value, c(1, -2))
  expect_identical(part$id, c("b", "d"))
  expect_identical(levels(part), "b")
  y <- loglik_set(rbind(c(a = 2, b = 0), c(0, 1), c(1, 2)), c("a", "b", "b"), weight = 1:3)
  expect_identical(y[-2]$log_lik, y$log_lik[-2, ])
  expect_identical(y[-2]$weight, c(1, 3))
  levels(y) <- "s"
  expect_identical(levels(y), "s")
  expect_identical(c(y["s"], y["s"], pool = TRUE)$weight, c(1, 2, 3, 1, 2, 3))
})

test_that("a damaged set does not become a sound one, and a remote one has no fields", {
  x <- lr_set(c(2, 1, -1, -2), c(TRUE, TRUE, FALSE, FALSE), scale = "log10")
  bad <- structure(replace(unclass(x), "truth", list(1:4)), class = "lr_set")
  expect_error(bad[1:3], class = "calibrant_error_damaged")
  expect_error(subset_trials(hidden_set(x), 1:2), class = "calibrant_error_no_trials")
})
