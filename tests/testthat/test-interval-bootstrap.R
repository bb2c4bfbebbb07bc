# The literal bootstrap: resample the rows, make a set of them, and call the functions.
naive_replicates <- function(data, draw, n, which, prior, c_fa) {
  vapply(seq_len(n), \(i) {
    drawn <- data[draw(data), ]
    x <- lr_set(truth ~ ln_lr, drawn, scale = "ln", weight = as.list(drawn)$weight)
    suppressWarnings(measures(x, which, prior, c_fa = c_fa, replicates = 0)$estimate)
  }, numeric(length(measures_labels(which, prior))))
}

measures_labels <- function(which, prior) {
  unlist(lapply(which, \(name) if (measure_kinds[[name]]$prior) paste(name, prior) else name))
}

draw_by_class <- function(data) {
  c(resample(which(data$truth)), resample(which(!data$truth)))
}

resample <- function(x) x[sample.int(length(x), replace = TRUE)]

# Replicates of the literal bootstrap: with fewer of them the limits below are wider.
n_naive <- if (is_extended()) 300 else 80

# Means and standard deviations agree within four standard errors of a Monte Carlo difference, as
# does the share of replicates with a value.
expect_same_distribution <- function(found, expected) {
  there <- \(x) x[!is.nan(x)]
  for (i in seq_len(nrow(found))) {
    a <- there(found[i, ])
    b <- there(expected[i, ])
    error <- sqrt(1 / length(a) + 1 / length(b))
    spread <- sd(b) + 1e-12
    expect_lt(abs(mean(a) - mean(b)), 4 * spread * error)
    expect_lt(abs(sd(a) / spread - 1), 4 * error + 1e-6)
    expect_lt(abs(length(a) / ncol(found) - length(b) / ncol(expected)), 2 * error)
  }
}

test_that("replicates are distributed as those of the literal bootstrap", {
  skip_unless_extended()
  x <- random_set(3, 12, 25, digits = 0)
  data <- as.data.frame(x)
  prior <- c(0.2, 0.6)
  withr::local_seed(1)
  expected <- naive_replicates(data, draw_by_class, n_naive, every_measure, prior, 2)
  found <- replicates_of(x, every_measure, prior, 2, 4000)
  expect_same_distribution(found, expected)
})

test_that("a trial that was drawn counts with its weight", {
  x <- random_set(4, 10, 15, digits = 0, weights = TRUE)
  withr::local_seed(2)
  expected <- naive_replicates(as.data.frame(x), draw_by_class, n_naive, every_measure, 0.3, 2)
  found <- replicates_of(x, every_measure, 0.3, 2, 4000)
  expect_same_distribution(found, expected)
})

draw_items <- function(data) {
  items <- letters[1:9]
  repeat {
    count <- c(tabulate(resample(1:7), 7), tabulate(resample(1:2), 2))
    times <- ifelse(data$source1 == data$source2, 1, count[match(data$source2, items)]) *
      count[match(data$source1, items)]
    if (sum(times[data$truth]) > 0 && sum(times[!data$truth]) > 0) break
  }
  rep(seq_len(nrow(data)), times)
}

test_that("by source, comparisons count as often as their items meet", {
  x <- paired_items()
  which <- c("cllr", "cllr_min", "eer", "auc")
  withr::local_seed(3)
  expected <- naive_replicates(as.data.frame(x), draw_items, n_naive, which, 0.5, 1)
  found <- replicates_of(x, which, 0.5, 1, 4000, by = "source")
  expect_same_distribution(found, expected)
})

test_that("repeating all comparisons makes no item known better", {
  x <- paired_items()
  again <- c(x, x, x, x, pool = TRUE)
  withr::local_seed(1)
  spread <- \(x, by) sd(replicates_of(x, "auc", 0.5, 1, 1000, by))
  expect_lt(spread(again, "trial"), 0.7 * spread(x, "trial"))
  expect_lt(abs(spread(again, "source") / spread(x, "source") - 1), 0.15)
})

test_that("replicates without one of the hypotheses are drawn again, and counted", {
  x <- lr_set(c(1, 2, 3, -1), c(TRUE, TRUE, TRUE, FALSE), "ln",
    source1 = c("a", "b", "c", "a"), source2 = c("a", "b", "c", "b")
  )
  withr::local_seed(1)
  table <- measures(x, "cllr", by = "source", replicates = 2000)
  # P(a and b are both among three draws) = 1 - 2 (2/3)^3 + (1/3)^3 = 4/9.
  share <- 2000 / (2000 + attr(table, "redrawn"))
  expect_lt(abs(share - 4 / 9), 4 * sqrt(4 / 9 * 5 / 9 / 4500))
  expect_true(is.finite(table$std_error))
  expect_output(print(table), "Drawn again")
})

test_that("every system takes the draws that it can use", {
  # Each of many systems has one H1 trial, with a separate source: no draw contains all of them.
  k <- 20
  source <- c(seq_len(k), rep(seq_len(k), each = 10))
  x <- lr_set(rnorm(11 * k), rep(c(TRUE, FALSE), c(k, 10 * k)), "ln",
    system = source, source1 = source, source2 = source
  )
  withr::local_seed(1)
  table <- measures(x, "cllr", by = "source", replicates = 20)
  expect_gt(attr(table, "redrawn"), 20)
  expect_false(anyNA(table$std_error))
})

test_that("replicates that cannot be drawn end in an error that names the system", {
  x <- random_set(4, 10, 15, weights = TRUE)
  wanted <- wanted_statistics(kinds_at(measure_kinds["auc"]))
  settings <- bootstrap_settings(20, 1L)
  system <- drawn_system(systems_of(x)[[1]], unclass(x), wanted, NULL, NULL, TRUE)
  for (weight in c(0, -1, NaN)) {
    system$weight_h2 <- rep(weight, 15)
    drawn <- .Call(ffi_bootstrap, list(system), wanted, settings)
    expect_identical(drawn$lost, 1)
    expect_lte(drawn$redrawn, 100 * 30 + 20)
  }
  expect_error(stop_lost("rare"), class = "calibrant_error_replicates", regexp = "rare")
})

test_that("the seed fixes the result, and the number of threads does not matter", {
  x <- c(name_system(random_set(6), "a"), name_system(random_set(7), "b"))
  table <- \(threads, seed = 1, ...) {
    withr::with_seed(seed, measures(x, every_measure, threads = threads, replicates = 50, ...))
  }
  expect_identical(table(1), table(1))
  expect_identical(table(1), table(2))
  expect_false(identical(table(1), table(1, seed = 2)))
  x <- paired_items()
  expect_identical(table(1, by = "source"), table(2, by = "source"))
})

test_that("systems on the same trials share their draws", {
  a <- random_set(8, 40, 60)
  stretched <- lr_set(2 * a$value + 1, a$truth, "ln")
  x <- c(name_system(a, "a"), name_system(stretched, "b"), name_system(random_set(9), "c"))
  table <- compare_systems(x, c("cllr", "cllr_min", "auc"), replicates = 100)
  same <- table$system1 == "a" & table$system2 == "b"
  expect_identical(table$paired, same)
  expect_identical(table$difference[same][2:3], c(0, 0))
  expect_identical(table$std_error[same][2:3], c(0, 0))
  expect_gt(table$std_error[same][1], 0)
  apart <- table$system1 == "a" & table$system2 == "c"
  expect_true(all(table$std_error[apart] > 0))
  expect_identical(table$difference[same][1], cllr(x)[["a"]] - cllr(x)[["b"]])
})

systems_of <- function(n, ...) {
  data <- data.frame(ln_lr = c(1, -1, 2), truth = c(TRUE, FALSE, TRUE), ...)
  data <- data[rep(1:3, n), ]
  data$system <- rep(sprintf("s%05d", seq_len(n)), each = 3)
  lr_set(truth ~ ln_lr, data, scale = "ln", system = "system", id = as.list(data)$id)
}

test_that("systems share draws where all facts of their trials are the same, in any encoding", {
  data <- as.data.frame(systems_of(5, id = c("\u00e9", "b", "c")))
  data$id[4:6] <- iconv(data$id[4:6], "UTF-8", "latin1")
  data$id[9] <- "d"
  data$truth[10:11] <- data$truth[11:10]
  x <- lr_set(truth ~ ln_lr, data, scale = "ln", system = "system", id = data$id)
  expect_equal(same_trials(x), c(1, 1, 3, 4, 1))
})

# Comparing all pairs takes a hundred times this limit.
test_that("the same trials of thousands of systems are found in one pass", {
  x <- systems_of(8000)
  used <- system.time(alike <- same_trials(x))[["user.self"]]
  expect_equal(alike, rep(1L, 8000))
  x <- systems_of(8000, id = c("a", "b", "c"))
  data <- as.data.frame(x)
  data$id <- paste(data$id, data$system)
  y <- lr_set(truth ~ ln_lr, data, scale = "ln", system = "system", id = data$id)
  used <- used + system.time(alike <- same_trials(y))[["user.self"]]
  expect_equal(alike, 1:8000)
  expect_lt(used, 5)
})
