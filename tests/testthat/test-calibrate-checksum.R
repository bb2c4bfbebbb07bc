test_that("the checksum of trials does not depend on their order, but on everything else", {
  x <- withr::with_seed(1, simulate_lr(40, 80, s = 2))
  sum <- training_checksums(x)
  expect_match(sum, "^[0-9a-f]{16}$")
  expect_identical(training_checksums(rev(x)), sum)
  expect_false(training_checksums(x[-1]) == sum)
  turned <- lr_set(x$value, !x$truth, scale = x$scale, sure = TRUE)
  expect_false(training_checksums(turned) == sum)
  levels(x) <- "A"
  both <- c(x, B = turned)
  expect_identical(training_checksums(both), c(sum, training_checksums(turned)))
})

test_that("trials that are not in memory have none", {
  x <- withr::with_seed(1, simulate_lr(40, 80, s = 2))
  expect_null(training_checksums(streamed(x, 50)))
})
