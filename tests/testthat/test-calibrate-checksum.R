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

test_that("the checksum of classes is that of each class against the rest", {
  log_lik <- rbind(c(-1, -2, -3), c(-2.5, -1, -1), c(0, -1, -0.5), c(-1, -4, -2))
  truth <- factor(c("a", "b", "c", "a"))
  each <- lapply(1:3, \(k) trial_checksum(log_lik[, k], truth == letters[k]))
  expect_identical(class_checksum(log_lik, truth), hex_of(Reduce(`+`, each)))
})
