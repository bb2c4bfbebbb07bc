every_measure <- names(measure_kinds)

# The literal bootstrap: resample the rows, make a set of them, ask the verbs.
naive_replicates <- function(data, draw, n, which, prior, c_fa) {
  vapply(seq_len(n), \(i) {
    drawn <- data[draw(data), ]
    x <- lr_set(truth ~ ln_lr, drawn, scale = "ln", weight = drawn$weight)
    suppressWarnings(measures(x, which, prior, c_fa = c_fa, replicates = 0)$estimate)
  }, numeric(length(measures_labels(which, prior))))
}

measures_labels <- function(which, prior) {
  unlist(lapply(which, \(name) if (measure_kinds[[name]]$prior) paste(name, prior) else name))
}

replicates_of <- function(x, which, prior, c_fa, n, by = "trial", threads = 1) {
  at <- measure_points(prior, 1, c_fa)
  kinds <- measure_kinds[which]
  resampling <- list(replicates = n, by = by, threads = threads, corrected = FALSE)
  found <- suppressWarnings(measure_systems(x, kinds, at, resampling, rlang::current_env()))
  found$systems[[1]]$replicates
}

draw_by_class <- function(data) {
  c(resample(which(data$truth)), resample(which(!data$truth)))
}

resample <- function(x) x[sample.int(length(x), replace = TRUE)]

# Replicates of the literal bootstrap: the limits below grow as they become fewer.
n_naive <- if (is_extended()) 300 else 80

# Means and standard deviations within four standard errors of a Monte Carlo difference, and so the
# share of replicates that have a value.
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

test_that("estimates are those of the verbs, to the last bit", {
  prior <- c(0.03, 0.5, 1)
  for (weights in c(FALSE, TRUE)) {
    a <- random_set(1, 30, 50, digits = 1, weights = weights)
    b <- random_set(2, 40, 20, weights = weights)
    x <- c(name_system(a, "a"), name_system(b, "b"))
    table <- measures(x, every_measure, prior, c_miss = 2, c_fa = 3, replicates = 0)
    rows <- \(name, system) table$estimate[table$measure == name & table$system == system]
    for (name in c("cllr", "cllr_min", "cllr_cal", "cllr_h1", "cllr_h2", "eer", "auc")) {
      expect_identical(rows(name, "b"), match.fun(name)(x)[["b"]])
    }
    expect_identical(rows("dev_pav", "b"), dev_pav(x)[["b"]])
    for (hypothesis in c("h1", "h2")) {
      moments <- lr_moments(x)
      mean <- moments$mean[moments$system == "a" & moments$hypothesis == hypothesis]
      expect_identical(rows(paste0("lr_moment_", hypothesis), "a"), mean)
    }
    for (name in c("cross_entropy", "cross_entropy_min", "bayes_error", "bayes_error_min")) {
      expect_identical(rows(name, "a"), unname(match.fun(name)(x, prior)["a", ]))
    }
    expect_identical(rows("dcf", "b"), unname(dcf(x, prior, 2, 3)["b", ]))
    expect_identical(rows("min_dcf", "b"), unname(min_dcf(x, prior, 2, 3)["b", ]))
  }
  expect_true(all(is.na(table[c("std_error", "lower", "upper")])))
})

test_that("replicates are distributed as those of the literal bootstrap", {
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

# All pairs of some items, each measured with an effect of its own; the last two items have only one
# sample, so that they are not compared with themselves.
paired_items <- function(n = 9, seed = 5) {
  withr::local_seed(seed)
  pairs <- expand.grid(a = seq_len(n), b = seq_len(n))
  pairs <- pairs[pairs$a <= pairs$b & !(pairs$a == pairs$b & pairs$a > n - 2), ]
  truth <- pairs$a == pairs$b
  effect <- rnorm(n)
  llr <- ifelse(truth, 1, -1) + effect[pairs$a] + effect[pairs$b] + rnorm(nrow(pairs))
  lr_set(round(llr, 1), truth, "ln", source1 = letters[pairs$a], source2 = letters[pairs$b])
}

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
  expect_output(print(table), "drawn again")
})

test_that("every system takes the draws that it can use", {
  # Each of many systems has one H1 trial, of a source of its own: no draw has them all.
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
  wanted <- wanted_statistics(measure_kinds["auc"], measure_points(0.5, 1, 1))
  settings <- bootstrap_settings(20, 1L)
  system <- c(drawn_system(x, 1, wanted, NULL, FALSE))
  for (weight in c(0, -1, NaN)) {
    system$weight_h2 <- rep(weight, 15)
    drawn <- .Call(ffi_bootstrap, list(system), bootstrap_request(wanted), settings)
    expect_identical(drawn$lost, 1)
    expect_lte(drawn$redrawn, 100 * 30 + 20)
  }
  expect_error(stop_lost("rare", NULL), class = "calibrant_error_replicates", regexp = "rare")
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

test_that("a difference varies less than its parts where the draws are paired", {
  a <- random_set(10, 100, 100)
  withr::local_seed(1)
  noisy <- lr_set(a$value + rnorm(200, 0, 0.1), a$truth, "ln")
  x <- c(name_system(a, "a"), name_system(noisy, "b"))
  expect_lt(
    compare_systems(x, "cllr", replicates = 200)$std_error,
    measures(x, "cllr", replicates = 200)$std_error[1] / 2
  )
})

test_that("few trials of a hypothesis give no interval", {
  few <- set_of(h1 = 1:4, h2 = (1:20) / 7)
  table <- measures(few, every_measure, prior = 0.3, replicates = 200)
  expect_true(all(is.na(table$lower) & is.na(table$upper)))
  expect_identical(unique(table$note), "few trials")
  expect_identical(table$estimate, table$plug_in)
  one <- measures(set_of(h1 = 1, h2 = 2), every_measure, prior = 0.3, replicates = 200)
  expect_true(all(is.na(one$lower)))
  expect_output(print(one), "fewer than 5")
})

test_that("no interval has width 0 unless the truth is known", {
  alike <- set_of(h1 = rep(1, 8), h2 = rep(-1, 9))
  apart <- set_of(h1 = 1:8 / 3, h2 = -(1:9) / 3)
  for (corrected in c(TRUE, FALSE)) {
    for (interval in names(interval_titles)) {
      for (x in list(alike, apart)) {
        table <- measures(x, every_measure, c(0, 0.3),
          replicates = 200, interval = interval, corrected = corrected
        )
        known <- table$prior %in% 0
        expect_true(all(table$upper[known] == 0))
        width <- (table$upper - table$lower)[!known]
        expect_true(all(is.na(width) | width > 0))
        without <- table$note[!known] %in% c("no spread", "biased", "undefined")
        expect_true(all(is.na(width) == without))
      }
    }
  }
})

test_that("perfect separation gives one-sided intervals", {
  x <- set_of(h1 = 1:30 / 3, h2 = -(1:40) / 3)
  withr::local_seed(1)
  table <- measures(x, c("cllr_min", "eer", "auc", "bayes_error"))
  expect_identical(table$lower[1:2], c(0, 0))
  expect_true(all(table$upper[1:2] > 0.001))
  expect_identical(table$upper[3], 1)
  expect_lt(table$lower[3], 0.9999)
  # No error in 30 and 40 trials: the limits of Wilson, put together.
  z2 <- qnorm(0.975)^2
  expect_identical(table$lower[4], 0)
  expect_equal(table$upper[4], sqrt((z2 / (30 + z2))^2 + (z2 / (40 + z2))^2) / 2)
  expect_output(print(table), "One-sided")
})

test_that("an interval contains its estimate, or is not given", {
  withr::local_seed(1)
  x <- simulate_lr(200, 2000, s = 2.5)
  for (interval in names(interval_titles)) {
    for (corrected in c(TRUE, FALSE)) {
      table <- measures(x, replicates = 300, interval = interval, corrected = corrected)
      inside <- table$lower <= table$estimate & table$estimate <= table$upper
      expect_true(all(is.na(inside) == (table$note %in% "biased")))
      expect_true(all(inside, na.rm = TRUE))
    }
  }
  plain <- measures(x, "cllr_cal", replicates = 300, interval = "bc", corrected = FALSE)
  expect_identical(plain$note, "biased")
  expect_output(print(plain), "would not contain")
})

test_that("corrected values are nearer to the truth than plug-in values", {
  withr::local_seed(1)
  errors <- replicate(120, {
    table <- measures(simulate_lr(50, 50, s = 2), c("cllr_min", "eer"), replicates = 100)
    c(table$estimate, table$plug_in) - rep(c(bigaussian_cllr(2), pnorm(-1)), 2)
  })
  bias <- rowMeans(errors)
  expect_lt(abs(bias[1]), abs(bias[3]) / 3)
  expect_lt(abs(bias[2]), abs(bias[4]) / 2)
})

test_that("scores are all that corrected measures of discrimination see", {
  x <- random_set(5, 40, 60)
  stretched <- lr_set(exp(x$value) - 3, x$truth, "score")
  table <- \(x) withr::with_seed(1, measures(x, c("cllr_min", "eer", "auc"), replicates = 50))
  expect_identical(as.data.frame(table(x)), as.data.frame(table(stretched)), ignore_attr = TRUE)
})

test_that("systems that are alike have no difference, corrected or not", {
  a <- random_set(8, 40, 60)
  x <- c(name_system(a, "a"), name_system(lr_set(3 * a$value, a$truth, "ln"), "b"))
  found <- measure_systems(x, measure_kinds["cllr_min"], measure_points(0.5, 1, 1),
    list(replicates = 50, by = "trial", threads = 1L, corrected = TRUE), NULL
  )$systems
  expect_identical(found[[1]]$replicates, found[[2]]$replicates)
  expect_identical(found[[1]]$model, found[[2]]$model)
})

test_that("draws by source share noise between systems on the same comparisons", {
  x <- as.data.frame(paired_items(14))
  twice <- lr_set(rep(x$ln_lr, 2), rep(x$truth, 2), "ln",
    system = rep(c("a", "b"), each = nrow(x)),
    source1 = rep(x$source1, 2), source2 = rep(x$source2, 2)
  )
  found <- measure_systems(twice, measure_kinds["eer"], measure_points(0.5, 1, 1),
    list(replicates = 50, by = "source", threads = 1L, corrected = TRUE), NULL
  )$systems
  expect_identical(found[[1]]$replicates, found[[2]]$replicates)
})

test_that("infinite LRs cost nothing where they are right and all where they are wrong", {
  right <- set_of(h1 = c(1, 2, 3, 4, Inf), h2 = c(-Inf, 0, -1, -2, -3))
  expect_true(all(is.finite(measures(right, c("cllr", "cross_entropy"), 0.2)$upper)))

  wrong <- set_of(h1 = c(1, 2, 3, 4, -Inf), h2 = c(0, -1, -2, -3, -4))
  expect_warning(
    table <- measures(wrong, c("cllr", "cllr_h2", "cross_entropy"), prior = c(0, 0.5)),
    class = "calibrant_warning_infinite"
  )
  expect_identical(table$estimate[c(1, 3, 4)], c(Inf, 0, Inf))
  expect_identical(table$upper[c(1, 3, 4)], c(Inf, 0, Inf))
  expect_true(is.finite(table$lower[1]) && is.na(table$std_error[1]))
  expect_true(all(is.finite(unlist(table[2, c("estimate", "std_error", "lower", "upper")]))))
  # P(none of five draws is the wrong one) = (4/5)^5.
  withr::local_seed(1)
  finite <- is.finite(replicates_of(wrong, "cllr", 0.5, 1, 4000))
  expect_lt(abs(mean(finite) - 0.8^5), 4 * sqrt(0.8^5 * (1 - 0.8^5) / 4000))
})

test_that("scores have measures of discrimination only", {
  x <- set_of(h1 = 3:6, h2 = 1:4, scale = "score")
  expect_identical(as.character(measures(x, replicates = 0)$measure), c("cllr_min", "eer", "auc"))
  expect_error(measures(x, "cllr"), class = "calibrant_error_score")
})

test_that("the default method calls lr_set()", {
  llr <- c(2, 1, -1, 0.5)
  truth <- c(TRUE, TRUE, FALSE, FALSE)
  expect_identical(
    measures(llr, truth, scale = "ln", which = "cllr", replicates = 0)$estimate,
    cllr(lr_set(llr, truth, scale = "ln"))
  )
})

test_that("what cannot be done is refused", {
  x <- random_set(1)
  refuses <- \(...) expect_error(measures(x, ...), class = "calibrant_error_input")
  refuses("cllrr")
  refuses(character())
  refuses(prior = 2)
  refuses(prior = numeric())
  refuses(c_miss = 0)
  refuses(replicates = -1)
  refuses(replicates = 1e6 + 1)
  refuses(replicates = 2.5)
  refuses(replicates = c(1, 2))
  refuses(corrected = NA)
  refuses(level = 1)
  refuses(interval = "bca")
  refuses(by = "item")
  refuses(threads = 0)
  expect_error(measures(x, by = "source"), class = "calibrant_error_source")
  expect_error(compare_systems(x), class = "calibrant_error_input")
})

test_that("tables print on one screen, whatever is taken out of them", {
  x <- name_system(random_set(1), "a")
  table <- measures(x, c("cllr", "bayes_error"), 0.1,
    replicates = 10, level = 0.9, interval = "bc"
  )
  expect_output(print(table), "90 % intervals \\(bias-corrected\\) from 10 bootstrap replicates")
  expect_output(print(table), "rough idea")
  expect_identical(measures(x, "eer", replicates = 0L), measures(x, "eer", replicates = 0))
  expect_output(print(table[1, ]), "cllr")
  expect_output(print(measures(x, "eer", replicates = 0)), "eer")
})

test_that("numbers of replicates that are none are refused, whatever they are", {
  x <- simulate_lr(20, 20)
  for (replicates in list(sum, new.env(), methods::getClass("numeric"), NULL, NA, "a")) {
    expect_error(measures(x, "cllr", replicates = replicates), class = "calibrant_error_input")
  }
})
