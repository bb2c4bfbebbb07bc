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
  # The order of the trials of a system does not matter if an id identifies them.
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
  # A mean of placements, with the placements of all trials instead of an area without an item.
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
