test_that("draws from a seed are the same, and leave random numbers as they were", {
  withr::local_seed(5)
  before <- .Random.seed
  found <- with_seed(1, runif(3))
  expect_identical(.Random.seed, before)
  withr::with_seed(1, expect_identical(runif(3), found))
  withr::local_preserve_seed()
  RNGkind("Wichmann-Hill", "Box-Muller")
  expect_identical(with_seed(1, runif(3)), found)
  expect_identical(RNGkind(), c("Wichmann-Hill", "Box-Muller", "Rejection"))
  rm(".Random.seed", envir = globalenv())
  expect_error(with_seed(1, stop("within")), "within")
  expect_false(exists(".Random.seed", globalenv(), inherits = FALSE))
})
