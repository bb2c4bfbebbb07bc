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
  # Each trial with items of its own is left out by itself.
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
  # One item in all comparisons of a hypothesis leaves none without it.
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

two_systems <- function(n = c(60, 80), of = c(1, 2), ...) {
  withr::local_seed(5)
  truth <- rep(c(TRUE, FALSE), n)
  first <- round(rnorm(sum(n), truth), 1)
  second <- round(first + rnorm(sum(n), 0.3 * truth), 1)
  lr_set(c(first, second), rep(truth, 2), "score", system = rep(c("a", "b"), each = sum(n)),
    id = rep(seq_len(sum(n)), 2), ...)
}

test_that("intervals and tests of DeLong are those of pROC", {
  skip_if_not_installed("pROC")
  x <- two_systems()
  rocs <- lapply(c("a", "b"), \(name) {
    one <- x[name]
    pROC::roc(one$truth, one$value, quiet = TRUE, direction = "<", levels = c(FALSE, TRUE))
  })
  for (level in c(0.5, 0.95)) {
    found <- measures(x, interval = "delong", level = level)
    known <- vapply(rocs, \(roc) as.numeric(pROC::ci.auc(roc, conf.level = level)), numeric(3))
    expect_equal(rbind(found$lower, found$estimate, found$upper), known, tolerance = 1e-12)
  }
  test <- pROC::roc.test(rocs[[1]], rocs[[2]], method = "delong", paired = TRUE)
  compared <- compare_systems(x, interval = "delong")
  expect_equal(compared$p_value, test$p.value, tolerance = 1e-12)
  expect_true(compared$paired)
  # The order of the trials of a system does not matter where an id tells them.
  order <- withr::with_seed(6, c(sample(140), 140 + sample(140)))
  mixed <- lr_set(x$value[order], x$truth[order], "score", system = x$system[order],
    id = x$id[order])
  expect_equal(compare_systems(mixed, interval = "delong")$std_error, compared$std_error)
  apart <- suppressMessages(compare_systems(x[-1], interval = "delong"))
  expect_equal(apart$std_error^2, sum(measures(x[-1], interval = "delong")$std_error^2),
    tolerance = 0.2)
})

test_that("by source a difference has the error without each item in turn", {
  item <- withr::with_seed(7, sample(12, 140, TRUE))
  x <- two_systems(source1 = rep(item, 2))
  of <- \(keep) {
    one <- lr_set(x$value[keep], x$truth[keep], "score", system = x$system[keep])
    -diff(unname(auc(one)))
  }
  # A mean of placements, with those of all trials, in the place of an area without an item.
  found <- compare_systems(x, interval = "delong")
  left <- vapply(1:12, \(k) of(rep(item, 2) != k), 0)
  expect_equal(found$std_error, sqrt(11 / 12 * sum((left - mean(left))^2)), tolerance = 0.1)
  # Units of weights change nothing.
  weight <- withr::with_seed(8, rep(rexp(140), 2))
  for (by in c("trial", "source")) {
    errors <- vapply(c(1, 100), \(unit) {
      weighted <- two_systems(source1 = rep(item, 2), weight = unit * weight)
      compare_systems(weighted, interval = "delong", by = by)$std_error
    }, 0)
    expect_equal(errors[1], errors[2])
  }
})

test_that("the interval of DeLong is for the AUC, and for that of some trials", {
  x <- two_systems()
  expect_error(measures(x, "eer", interval = "delong"), "auc", class = "calibrant_error_input")
  expect_error(compare_systems(x, c("auc", "eer"), interval = "delong"), "auc",
    class = "calibrant_error_input")
  for (argument in list(list(prior = 0.1), list(replicates = 10), list(corrected = FALSE))) {
    expect_error(do.call(measures, c(list(x, interval = "delong"), argument)), names(argument),
      class = "calibrant_error_input")
    expect_error(do.call(compare_systems, c(list(x, interval = "delong"), argument)),
      names(argument), class = "calibrant_error_input")
  }
  expect_error(measures(x, interval = "delong", chance = 9), "chance")
  few <- measures(two_systems(c(4, 60)), interval = "delong")
  expect_identical(few$note, rep("few trials", 2))
  expect_true(all(is.na(few$lower)))
  apart <- measures(lr_set(1:20, rep(c(FALSE, TRUE), each = 10), "score"), interval = "delong")
  expect_identical(apart$note, "no spread")
  same <- c(a = x["a"], b = x["a"])
  expect_identical(compare_systems(same, interval = "delong")$note, "no spread")
  expect_output(print(compare_systems(x, interval = "delong")), "p_value.*intervals of DeLong")
  expect_named(tidy(measures(x, interval = "delong")), names(tidy(measures(x, "auc"))))
})
