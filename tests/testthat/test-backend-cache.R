# Reading a set does not change it, and a changed set has no notes.

look_at <- function(x) {
  utils::capture.output(print(x))
  c(cllr(x), cllr_min(x), cross_entropy(x, 0.2), eer(x), useful_range(x)[[2]])
}

test_that("looking at a set does not change it", {
  x <- random_set(1, n_h1 = 3000, n_h2 = 3000)
  before <- serialize(x, NULL)
  look_at(x)
  expect_identical(serialize(x, NULL), before)
  y <- loglik_set(diag(3) + 1, c("a", "b", "c"), scale = "ln")
  before <- serialize(y, NULL)
  cllr(y)
  expect_identical(serialize(y, NULL), before)
})

test_that("equal sets are identical, whether read or not", {
  x <- random_set(1)
  look_at(x)
  expect_true(identical(x, random_set(1)))
  expect_false(identical(x, random_set(2)))
})

test_that("a set that was saved is the same, and remembers again", {
  x <- random_set(1, n_h1 = 3000, n_h2 = 3000)
  file <- withr::local_tempfile()
  expected <- look_at(x)
  saveRDS(x, file)
  y <- readRDS(file)
  expect_true(identical(x, y))
  expect_identical(look_at(y), expected)
  expect_true(rlang::is_reference(systems_of(y), systems_of(y)))
})

test_that("print() sorts nothing", {
  x <- random_set(1)
  utils::capture.output(print(x))
  expect_null(only_system(x)$counts)
})

altered_copies <- function(x) {
  value <- replace(x$value, 1:10, 50)
  again <- \(fields) structure(fields, class = class(x))
  list(
    unclassed = again(replace(unclass(x), "value", list(value))),
    modified = again(utils::modifyList(unclass(x), list(value = -x$value))),
    flipped = again(replace(unclass(x), "truth", list(!x$truth))),
    weighted = again(replace(unclass(x), "weight", list(seq_along(x$value) / 10))),
    rescaled = again(replace(unclass(x), "scale", list("log2"))),
    replaced = rapply(x, \(value) value + 1, classes = "numeric", how = "replace")
  )
}

test_that("altered copies give their own numbers and leave the original alone", {
  x <- random_set(1)
  expected <- look_at(x)
  for (first in c(TRUE, FALSE)) {
    x <- random_set(1)
    if (!first) look_at(x)
    for (y in altered_copies(x)) {
      fresh <- lr_set(y$value, y$truth, y$scale, weight = y$weight)
      expect_identical(look_at(y), look_at(fresh))
      expect_identical(look_at(x), expected)
    }
  }
})

test_that("altered copies of sets of log-likelihoods give their own numbers", {
  x <- loglik_set(diag(3) + 1, c("a", "b", "c"), scale = "ln")
  cllr(x)
  y <- structure(replace(unclass(x), "log_lik", list(2 * x$log_lik)), class = class(x))
  expect_identical(cllr(y), cllr(loglik_set(2 * x$log_lik, x$truth, scale = "ln")))
})

test_that("names of a set cannot be altered, and new levels are a new set", {
  x <- name_system(random_set(1), "a")
  expect_error(names(x) <- letters[1:10], class = "calibrant_error_input")
  before <- cllr(x)
  levels(x) <- "b"
  expect_identical(cllr(x), c(b = before[["a"]]))
})

damage <- function(x, field, value) {
  structure(replace(unclass(x), field, list(value)), class = class(x))
}

test_that("damaged sets are refused by class, and never reach C", {
  x <- random_set(1, n_h1 = 1500, n_h2 = 1500)
  n <- length(x)
  wrong <- list(
    truth = list(NULL, NA, x$truth[-1], replace(x$truth, 3, NA), as.integer(x$truth), logical()),
    value = list(NULL, x$value[-1], replace(x$value, 5, NaN), numeric(), as.character(x$value)),
    weight = list(1, rep(0, n), rep(-1, n), rep(NaN, n), rep(1L, n)),
    scale = list(NULL, "nats", c("ln", "ln"), 1),
    system = list(factor("a"), rep("a", n), factor(rep(NA, n), "a")),
    source1 = list("a")
  )
  for (field in names(wrong)) {
    for (value in wrong[[field]]) {
      y <- damage(x, field, value)
      verbs <- list(cllr, cllr_min, ece_curve, pav, eer, measures, calibrate, useful_range)
      for (verb in cases_of(verbs, c(2, 6))) {
        expect_error(verb(y), class = "calibrant_error")
      }
    }
  }
})

test_that("a damaged set does not become a sound one by being taken apart or put together", {
  x <- random_set(1, n_h1 = 1500, n_h2 = 1500)
  verbs <- list(
    \(x) x[1:2000], \(x) c(x, x, pool = TRUE), rev, sort, \(x) cross_calibrate(x, "kde", folds = 3),
    \(x) fuse(list(x, x)), \(x) `levels<-`(x, "a"), pav_lr
  )
  for (truth in list(replace(x$truth, 3, NA), c(x$truth[1:60], rep(NA, 2940)), x$truth[1:60])) {
    for (verb in verbs) {
      expect_error(verb(damage(x, "truth", truth)), class = "calibrant_error_damaged")
    }
  }
  w <- loglik_set(diag(3) + 1, c("a", "b", "c"), scale = "ln")
  y <- damage(w, "truth", replace(w$truth, 1, NA))
  expect_error(y[1:3], class = "calibrant_error_damaged")
  expect_error(c(y, y), class = "calibrant_error_damaged")
})

test_that("damaged sets of log-likelihoods are refused by class", {
  x <- loglik_set(diag(3) + 1, c("a", "b", "c"), scale = "ln")
  wrong <- list(
    truth = list(NULL, x$truth[1:2], replace(x$truth, 1, NA), as.integer(x$truth)),
    log_lik = list(NULL, x$log_lik[, 1, drop = FALSE], x$log_lik[, 0], x$log_lik * NaN),
    system = list(factor("a"))
  )
  for (field in names(wrong)) {
    for (value in wrong[[field]]) {
      expect_error(cllr(damage(x, field, value)), class = "calibrant_error")
    }
  }
})

test_that("a set without the names of its fields is damaged, though it has been read before", {
  x <- random_set(1)
  look_at(x)
  nameless <- swapped <- x
  attr(nameless, "names") <- NULL
  attr(swapped, "names")[1:2] <- attr(x, "names")[2:1]
  for (damaged in list(nameless, swapped)) {
    for (verb in list(cllr, eer, measures, summary, print, as.data.frame, plot_ece, explain)) {
      expect_error(verb(damaged), class = "calibrant_error_damaged")
    }
  }
  expect_identical(cllr(x), cllr(random_set(1)))
})

test_that("no change of a data.table in place changes a set", {
  skip_if_not_installed("data.table")
  trials <- data.frame(
    y = rep(c(TRUE, FALSE), 10), s = stats::rnorm(20), w = 1:20 / 10, item = rep(letters[1:5], 4)
  )
  expected <- lr_set(y ~ s, trials, scale = "ln", weight = "w", source1 = "item")
  table <- data.table::as.data.table(trials)
  sets <- list(
    lr_set(y ~ s, table, scale = "ln", weight = "w", source1 = "item"),
    lr_set(table$s, table$y, scale = "ln", weight = table$w, source1 = table$item)
  )
  rows <- as.data.frame(sets[[1]])
  data.table::setDT(rows)
  data.table::set(rows, 1L, "ln_lr", -99)
  for (column in names(table)) data.table::set(table, 1:19, column, table[[column]][20])
  for (x in sets) expect_equal(as.data.frame(x), as.data.frame(expected))
  expect_identical(cllr(sets[[2]]), cllr(expected))
})
