test_that("moments are the means of LR under H2 and of 1/LR under H1", {
  h1 <- c(0.5, 4, 4, 9)
  h2 <- c(0.1, 2, 0.4)
  moments <- moments_in(lr_set(list(h1 = h1, h2 = h2), scale = "lr"))
  expect_equal(moments$mean, c(mean(1 / h1), mean(h2)))
  expect_equal(moments$log10_mean, log10(moments$mean))
  expect_equal(moments$top_share, c(2 / sum(1 / h1), 2 / 2.5))
})

test_that("what one LR may add at most is compared with those that are known", {
  most <- c(NA, -1, -9, 0)
  expect_identical(may_be_top(most, c(TRUE, TRUE, FALSE, FALSE), -2), c(FALSE, FALSE, FALSE, TRUE))
})

test_that("PAV makes them one less the share of infinite LRs of the other hypothesis", {
  set.seed(61)
  x <- simulate_lr(50, 80, s = 2, stretch = 3)
  calibrated <- predict(pav(x), x)
  infinite <- mean(calibrated$value[calibrated$truth] == Inf)
  zero <- mean(calibrated$value[!calibrated$truth] == -Inf)
  expect_gt(infinite + zero, 0)
  expect_equal(moments_in(calibrated)$mean, c(1 - zero, 1 - infinite))
})

test_that("calibrated LRs have means near one", {
  set.seed(62)
  table <- measures(simulate_lr(1e5, 1e5, s = 1), c("lr_moment_h1", "lr_moment_h2"))
  expect_true(all(abs(table$estimate - 1) < 5 * table$std_error))
  expect_true(all(table$std_error < 0.01))
})

test_that("means that overflow have a logarithm", {
  moments <- moments_in(lr_set(list(h1 = c(1, -400), h2 = c(-1, 350)), scale = "log10"))
  expect_identical(moments$mean, c(Inf, Inf))
  expect_equal(moments$log10_mean, c(400, 350) - log10(2))
})

test_that("right infinities count as nothing, wrong ones are infinite with a warning", {
  both <- c("lr_moment_h1", "lr_moment_h2")
  right <- lr_set(list(h1 = c(Inf, 2), h2 = c(0, 0)), scale = "lr")
  expect_equal(measures(right, both, replicates = 0)$estimate, c(0.25, 0))
  wrong <- lr_set(list(h1 = c(0, 2), h2 = 0.5), scale = "lr")
  expect_warning(
    table <- measures(wrong, both, replicates = 0), class = "calibrant_warning_infinite"
  )
  expect_identical(table$estimate, c(Inf, 0.5))
})

test_that("weights count, and scores are refused", {
  weighted <- lr_set(c(2, 0.5, 4), c(TRUE, FALSE, FALSE), scale = "lr", weight = c(1, 3, 1))
  expect_equal(moments_in(weighted)$mean[2], (3 * 0.5 + 4) / 4)
  scores <- lr_set(list(h1 = 1, h2 = 0), scale = "score")
  expect_error(measures(scores, "lr_moment_h1"), class = "calibrant_error_score")
})
