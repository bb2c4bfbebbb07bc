test_that("the error of the AUC is that of its placements", {
  # DeLong, DeLong and Clarke-Pearson 1988, by pairs.
  withr::local_seed(1)
  h1 <- round(rnorm(15, 1), 1)
  h2 <- round(rnorm(25), 1)
  right <- outer(h1, h2, ">") + outer(h1, h2, "==") / 2
  x <- lr_set(c(h1, h2), rep(c(TRUE, FALSE), c(15, 25)), scale = "score")
  error <- sqrt(var(rowMeans(right)) / 15 + var(colMeans(right)) / 25)
  expect_equal(auc_error(systems_of(x)[[1]], x, "trial"), error)
  # Weights that are all alike change nothing.
  weighted <- lr_set(c(h1, h2), x$truth, scale = "score", weight = rep(3, 40))
  expect_equal(auc_error(systems_of(weighted)[[1]], weighted, "trial"), error)
  # If no trials share items, each is left out separately.
  alone <- lr_set(c(h1, h2), x$truth, scale = "score", source1 = 1:40, source2 = 1:40)
  off <- c(rowMeans(right) - mean(right), colMeans(right) - mean(right))
  change <- off / rep(c(14, 24), c(15, 25))
  expect_equal(
    auc_error(systems_of(alone)[[1]], alone, "source"),
    sqrt(39 / 40 * sum((change - mean(change))^2))
  )
})

test_that("by source the error is that without each item in turn", {
  withr::local_seed(2)
  pairs <- expand.grid(i = 1:9, j = 1:9)
  truth <- pairs$i == pairs$j
  cost <- rnorm(81) + rnorm(9)[pairs$i] + rnorm(9)[pairs$j]
  mean_of <- \(keep) mean(cost[keep & truth]) + mean(cost[keep & !truth])
  without <- vapply(1:9, \(k) mean_of(pairs$i != k & pairs$j != k), 0)
  off <- cost - ifelse(truth, mean(cost[truth]), mean(cost[!truth]))
  error_of <- \(off, truth, first, second) {
    parts <- list(off = off, weight = rep(1, length(off)), truth = truth)
    item_error(item_changes(parts, list(first = first, second = second)))
  }
  error <- error_of(off, truth, as.character(pairs$i), as.character(pairs$j))
  expect_equal(error, sqrt(8 / 9 * sum((without - mean(without))^2)))
  # If one item is in all comparisons of a hypothesis, no comparison remains without it.
  one <- error_of(c(1, -1, 0.5, -0.5), c(TRUE, TRUE, FALSE, FALSE), c("a", "a", "b", "c"),
    c("a", "a", "c", "d"))
  expect_identical(one, NA_real_)
})

test_that("few items make intervals as wide as they must be, and no wider", {
  withr::local_seed(3)
  pairs <- expand.grid(i = 1:10, j = 1:10)
  found <- replicate(12, {
    llr <- ifelse(pairs$i == pairs$j, 2, -2) + rnorm(10)[pairs$i] + rnorm(100)
    x <- lr_set(llr, pairs$i == pairs$j, scale = "ln", source1 = pairs$i, source2 = pairs$j)
    table <- measures(x, c("cllr", "auc"), replicates = 100)
    c(table$upper - table$lower, table$plug_in)
  })
  # Four standard deviations of the estimates are .44 and .13.
  expect_lt(median(found[1, ]), 0.7)
  expect_gt(median(found[1, ]), 0.35)
  expect_lt(median(found[2, ]), 0.3)
})

test_that("an area of 1 has the exact limit of so many pairs without an error", {
  withr::local_seed(4)
  x <- lr_set(c(11:30, 1:10), rep(c(TRUE, FALSE), c(20, 10)), scale = "score")
  found <- measures(x, "auc", replicates = 100)
  # Clopper and Pearson: ten of ten.
  expect_equal(found$lower, binom.test(10, 10)$conf.int[1])
  expect_identical(found$upper, 1)
})
