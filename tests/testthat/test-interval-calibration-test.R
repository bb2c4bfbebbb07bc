test_that("the statistic is the measure, and the p-value counts replicates", {
  x <- random_set(1, 40, 60)
  withr::local_seed(1)
  test <- calibration_test(x, replicates = 99)
  expect_s3_class(test, "htest")
  expect_identical(test$data.name, "x")
  expect_equal(test$statistic[["Cllr_cal"]], cllr(x) - cllr_min(x))
  expect_equal(test$p.value * 100, round(test$p.value * 100))
  expect_equal(calibration_test(x, "dev_pav", replicates = 9)$statistic[["devPAV"]], dev_pav(x))
  prior <- c(0.2, 0.7)
  gap <- calibration_test(x, "ece_gap", prior = prior, replicates = 9)$statistic
  expect_equal(gap[["ECE gap"]], max(cross_entropy(x, prior) - cross_entropy_min(x, prior)))
})

# The literal resampling: draw the truth, make a set, ask the verbs.
resample_truth <- function(x, measure, n) {
  p <- plogis(x$value + log(sum(x$truth) / sum(!x$truth)))
  replicate(n, {
    repeat {
      truth <- runif(length(p)) < p
      if (any(truth) && !all(truth)) break
    }
    measure(lr_set(x$value, truth, scale = "ln"))
  })
}

test_that("replicates are distributed as those of the literal resampling", {
  x <- random_set(2, 20, 30, digits = 1)
  withr::local_seed(1)
  drawn <- draw_consistent(only_system(x), c(0, 2), TRUE, integer(), 4000, 1L)
  found <- rbind(nats_to_bits(drawn$gap), from_ln(drawn$dev_pav, "log10"))
  expected <- resample_truth(x, \(y) {
    prior <- plogis(c(0, 2))
    c(cross_entropy(y, prior) - cross_entropy_min(y, prior), suppressWarnings(dev_pav(y)))
  }, 400)
  for (i in 1:3) {
    a <- found[i, is.finite(found[i, ])]
    b <- expected[i, is.finite(expected[i, ])]
    expect_lt(abs(mean(a) - mean(b)), 4 * sd(b) / sqrt(350))
    expect_lt(abs(sd(a) / sd(b) - 1), 4 / sqrt(350))
  }
})

test_that("calibrated LRs are rejected as often as the level says, others more often", {
  withr::local_seed(1)
  reject <- \(slope) {
    mean(replicate(150, {
      x <- simulate_lr(50, 50, s = 2)
      calibration_test(slope * x$value, x$truth, scale = "log10", replicates = 99)$p.value <= 0.1
    }))
  }
  expect_lt(abs(reject(1) - 0.1), 4 * sqrt(0.1 * 0.9 / 150))
  expect_gt(reject(2), 0.6)
})

test_that("certain and wrong trials speak against calibration as strongly as can be", {
  x <- set_of(h1 = c(1, 2, -Inf), h2 = c(-1, 0, -2))
  expect_equal(calibration_test(x, replicates = 19)$p.value, 1 / 20)
})

test_that("what calibrated LRs would give lies in the band", {
  withr::local_seed(1)
  x <- simulate_lr(200, 200, s = 2)
  band <- calibration_band(x, level = 0.9, replicates = 400)
  expect_true(all(band$lower <= band$upper))
  expect_identical(names(band), c("system", "log10_lr", "lower", "upper"))
  curve <- pav_lr(x)$value[match(band$log10_lr, x$value)]
  inside <- mean(band$lower <= curve + 1e-9 & curve <= band$upper + 1e-9)
  expect_gt(inside, 0.7)
  stretched <- calibration_band(lr_set(3 * x$value, x$truth, "log10"), replicates = 400)
  expect_lt(mean(stretched$lower <= curve & curve <= stretched$upper), 0.5)
})

test_that("comparisons that are tested by source share no item", {
  withr::local_seed(1)
  pairs <- t(combn(12, 2))
  source1 <- c(as.character(1:12), pairs[, 1])
  source2 <- c(as.character(1:12), pairs[, 2])
  truth <- source1 == source2
  kept <- disjoint_trials(source1, source2, truth)
  items <- unlist(Map(\(a, b) unique(c(a, b)), source1[kept], source2[kept]))
  expect_false(anyDuplicated(items) > 0)
  expect_identical(length(items), 12L)
  expect_true(sum(truth[kept]) %in% 3:5)
  x <- lr_set(rnorm(length(truth)), truth, "ln", source1 = source1, source2 = source2)
  test <- calibration_test(x, by = "source", replicates = 19)
  expect_lt(test$parameter[["trials"]], 12)
})

test_that("the seed fixes the test, and the number of threads does not matter", {
  x <- random_set(3, 300, 500)
  test <- \(threads) withr::with_seed(1, calibration_test(x, replicates = 50, threads = threads))
  expect_identical(test(1), test(2))
})

test_that("what cannot be tested is refused", {
  x <- random_set(1)
  refuses <- \(...) expect_error(calibration_test(...), class = "calibrant_error_input")
  refuses(c(name_system(x, "a"), name_system(x, "b")))
  refuses(random_set(1, weights = TRUE))
  refuses(x, "cllr")
  refuses(x, replicates = 0)
  refuses(x, prior = numeric())
  refuses(x, by = "item")
  expect_error(calibration_test(x, by = "source"), class = "calibrant_error_source")
  expect_error(calibration_test(set_of(3, 1, scale = "score")), class = "calibrant_error_score")
})
