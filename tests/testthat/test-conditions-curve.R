test_that("the condition that changes most varies, and the others stay", {
  known <- list(
    ranges = list(seconds = c(2, 60), noise = c(0, 1)), levels = list(channel = c("a", "b")),
    columns = c("seconds", "noise", "channel"),
    variance = c(`log(seconds)` = 0.1, noise = 0, channel = 0.2)
  )
  expect_identical(
    typical_conditions(known), data.frame(channel = c("a", "b"), seconds = 31, noise = 0.5)
  )
  known$variance[["log(seconds)"]] <- 1
  expect_identical(
    typical_conditions(known),
    data.frame(seconds = c(2, 31, 60), noise = 0.5, channel = "a")
  )
  expect_identical(lines_in_words(typical_conditions(known)), paste("seconds", c(2, 31, 60)))
  expect_identical(lines_in_words(data.frame(z = c(1, 1))), c("z 1", "z 1.1"))
})
