calibrated_trials <- function(n, scale = "ln") {
  truth <- rep(c(TRUE, FALSE), c(n / 4, n - n / 4))
  llr <- stats::rnorm(n, ifelse(truth, 0.5, -0.5), 1)
  value <- switch(scale, lr = exp(llr), score = llr * 3 + 100, llr)
  lr_set(value, truth, scale = scale)
}

# Compares the same trials as a stream and in memory. Ends that depend on the skewness of replicates
# scatter by half a standard error.
expect_same_intervals <- function(found, expected) {
  expect_equal(found$estimate, expected$estimate, tolerance = 1e-4)
  exact <- found$measure != "auc"
  expect_equal(found$estimate[exact], expected$estimate[exact], tolerance = 1e-11)
  expect_lt(max(abs(found$std_error / expected$std_error - 1)), 0.2)
  skewed <- found$measure %in% grep("cllr_h|moment|entropy$", names(measure_kinds), value = TRUE)
  sharp <- !skewed & !found$measure %in% c("cllr", "cllr_cal", "dev_pav")
  off <- \(column) (abs(found[[column]] - expected[[column]]) / expected$std_error)[sharp]
  expect_lt(max(off("corrected")), 0.25)
  expect_lt(max(off("lower")), 0.5)
  expect_lt(max(off("upper")), 0.5)
}

test_that("measures of many values have the intervals of the trials", {
  skip_unless_extended()
  withr::local_seed(2)
  tight(buckets = 2^14)
  for (scale in c("ln", "lr", "score")) {
    x <- calibrated_trials(20000, scale)
    of <- names(measure_kinds)
    if (scale == "score") of <- of[!vapply(measure_kinds, `[[`, NA, "calibrated")]
    far <- streamed(x, 7000)
    found <- measures(far, of, prior = 0.2, replicates = 400)
    expected <- measures(x, of, prior = 0.2, replicates = 400)
    expect_same_intervals(found, expected)
    plain <- measures(far, "cllr_min", replicates = 400, corrected = FALSE)
    expected <- measures(x, "cllr_min", replicates = 400, corrected = FALSE)
    expect_identical(plain$estimate, plain$corrected)
    expect_same_intervals(plain, expected)
  }
})

# Trials drawn one by one, and as numbers in cells. The optimism of a cost after PAV is a mean over
# replicates, with an error that is large compared with the narrow interval of the loss.
test_that("cells of trials in memory have the intervals of the trials", {
  withr::local_seed(7)
  heavy <- function(n) {
    truth <- rep(c(TRUE, FALSE), c(n / 5, n - n / 5))
    lr_set(stats::rt(n, 5) + ifelse(truth, 1, -1), truth, scale = "ln")
  }
  tied <- function(n) {
    x <- calibrated_trials(n)
    lr_set(round(1.3 * x$value, 1), x$truth, scale = "ln")
  }
  of <- c("cllr", "cllr_min", "cllr_cal", "eer", "auc", "bayes_error_min", "dcf")
  for (make in list(calibrated_trials, heavy, tied)) {
    x <- make(20000)
    drawn <- lapply(c(cells = 1000, trials = Inf), \(most) {
      tight(drawn = most)
      measures(x, of, prior = 0.1, replicates = 1500)
    })
    width <- drawn$trials$upper - drawn$trials$lower
    width[drawn$trials$measure == "cllr_cal"] <- width[drawn$trials$measure == "cllr_min"]
    for (end in c("corrected", "lower", "upper")) {
      expect_lt(max(abs(drawn$cells[[end]] - drawn$trials[[end]]) / width), 0.1)
    }
    expect_lt(max(abs(drawn$cells$std_error / drawn$trials$std_error - 1)), 0.1)
    expect_identical(drawn$cells$estimate, drawn$trials$estimate)
  }
})

# With 1000 replicates the width of one interval has an error of some three percent, and the mean of
# thirty one of half a percent.
test_that("on thirty sets of 2e5 to 1e6 trials cells and trials give the same widths", {
  skip_unless_extended()
  withr::local_seed(10)
  populations <- list(
    even = \(h1) stats::rnorm(length(h1), ifelse(h1, 2, -2), 2),
    heavy = \(h1) stats::rt(length(h1), 5) + ifelse(h1, 1, -1),
    skewed = \(h1) ifelse(h1, 1, -1) * stats::rexp(length(h1)) + stats::rnorm(length(h1), 0, 0.5),
    tied = \(h1) round(stats::rnorm(length(h1), ifelse(h1, 1, -1), 1.5), 1),
    weak = \(h1) stats::rnorm(length(h1), ifelse(h1, 0.1, -0.1), 0.5)
  )
  sizes <- c(2e5, 2e5, 3e5, 4e5, 6e5, 1e6)
  of <- c("cllr_min", "eer", "auc", "bayes_error_min", "dcf")
  found <- unlist(lapply(sizes, \(n) lapply(populations, \(draw) {
    h1 <- seq_len(n) <= n * stats::runif(1, 0.1, 0.5)
    x <- lr_set(draw(h1), h1, scale = "ln")
    drawn <- lapply(c(cells = 2^14, trials = Inf), \(most) {
      tight(drawn = most)
      measures(x, of, prior = 0.1, replicates = 1000)
    })
    width <- lapply(drawn, \(one) one$upper - one$lower)
    data.frame(
      measure = of, ratio = width$cells / width$trials,
      lower = (drawn$cells$lower - drawn$trials$lower) / width$trials,
      upper = (drawn$cells$upper - drawn$trials$upper) / width$trials
    )
  })), recursive = FALSE)
  found <- do.call(rbind, found)
  means <- stats::aggregate(cbind(ratio, lower, upper) ~ measure, found, mean)
  expect_lt(max(abs(means$ratio - 1)), 0.02)
  expect_lt(max(abs(c(means$lower, means$upper))), 0.02)
  if (nzchar(Sys.getenv("SHOW"))) print(means)
})

test_that("bands of many trials are drawn by numbers", {
  withr::local_seed(8)
  x <- calibrated_trials(20000)
  bands <- lapply(c(cells = 1000, trials = Inf), \(most) {
    tight(drawn = most)
    list(
      ece_curve(x, level = 0.95, replicates = 400),
      tippett_curve(x, level = 0.95, band = "simultaneous", replicates = 400)
    )
  })
  for (k in 1:2) {
    columns <- grep("_lower|_upper", names(bands$cells[[k]]), value = TRUE)
    expect_gte(length(columns), 4)
    far <- max(abs(as.matrix(bands$cells[[k]][columns] - bands$trials[[k]][columns])))
    expect_lt(far, 0.006)
  }
})

test_that("only comparisons of the same trials are drawn by trial", {
  withr::local_seed(9)
  tight(drawn = 1000)
  x <- calibrated_trials(4000)
  both <- c(a = x, b = lr_set(x$value + 0.3 * stats::rnorm(4000), x$truth, scale = "ln"))
  found <- compare_systems(both, "auc", replicates = 200)
  apart <- measures(both, "auc", replicates = 200)
  expect_true(all(found$paired))
  expect_lt(found$std_error, 0.7 * sqrt(sum(apart$std_error^2)))
})

test_that("the flattery of PAV is taken out of many values", {
  withr::local_seed(3)
  tight(values = 3000, buckets = 2^16)
  x <- calibrated_trials(100000)
  found <- measures(streamed(x, 50000), "cllr_cal", replicates = 200)
  expect_gt(found$estimate, 5 * found$std_error)
  expect_lt(found$corrected, 3 * found$std_error)
  expect_lt(found$lower, 1e-4)
})

test_that("differences of streams are those of independent systems", {
  withr::local_seed(4)
  tight(buckets = 2^14)
  a <- calibrated_trials(20000)
  b <- lr_set(a$value * 2 + stats::rnorm(20000), a$truth, scale = "ln")
  far <- streamed(c(a = a, b = b), 5000)
  found <- compare_systems(far, which = c("cllr", "auc"), replicates = 200)
  single <- measures(far, c("cllr", "auc"), replicates = 200)
  expect_false(any(found$paired))
  of <- \(system, column) single[[column]][single$system == system]
  expect_equal(
    found$std_error, sqrt(of("a", "std_error")^2 + of("b", "std_error")^2), tolerance = 0.2
  )
  expect_equal(found$difference, of("a", "estimate") - of("b", "estimate"), tolerance = 1e-12)
})

test_that("infinite costs and shards are drawn by numbers too", {
  withr::local_seed(5)
  tight(values = 6000, buckets = 2^14)
  x <- calibrated_trials(20000)
  wrong <- lr_set(replace(x$value, 1:2, -Inf), x$truth, scale = "ln")
  found <- suppressWarnings(measures(streamed(wrong, 9000), c("cllr", "cllr_min"), replicates = 50))
  expect_identical(found$estimate[1], Inf)
  expect_gt(found$std_error[2], 0)
  tight(values = 3000)
  truth <- rep(c(TRUE, FALSE), c(2000, 6000))
  x <- lr_set(stats::rnorm(8000, ifelse(truth, 2, -2), 2), truth, scale = "ln")
  part <- rep(1:2, 4000)
  shards <- c(streamed(x[part == 1], 5000), x[part == 2], pool = TRUE)
  of <- c("cllr", "cllr_min", "eer")
  found <- measures(shards, of, replicates = 300)
  expect_same_intervals(found, measures(x, of, replicates = 300))
  expect_error(measures(shards, by = "source"), class = "calibrant_error_no_trials")
})

test_that("trials of few values that are too many to be drawn are drawn by numbers", {
  withr::local_seed(6)
  n_h1 <- as.double(stats::rpois(60, 1e6))
  n_h2 <- rev(n_h1) * 3
  counts <- list(
    value = seq(-3, 3, length.out = 60), n_h1 = n_h1 * 1:60, n_h2 = n_h2 * 60:1
  )
  counts$totals <- c(sum(counts$n_h1), sum(counts$n_h2))
  backend <- hidden_backend(0, TRUE)
  backend$answers$counts <- \(system) c(counts, list(scale = "ln"))
  backend$answers$sizes <- \(system) c(h1 = counts$totals[1], h2 = counts$totals[2])
  system <- new_system(NULL, "ln", backend)
  expect_true(resamples_cells(system))
  kinds <- kinds_at(measure_kinds[c("cllr", "misleading_h1")])
  wanted <- wanted_statistics(kinds)
  drawn <- draw_numbers(system, NULL, wanted, list(replicates = 200, threads = 1, corrected = TRUE))
  rate <- sum(counts$n_h1[counts$value < 0]) / counts$totals[1]
  expect_equal(drawn$model[[1]]$p_miss[1], rate)
  spread <- stats::sd(drawn$statistics[[1]]$p_miss[1, ])
  expect_equal(spread, sqrt(rate * (1 - rate) / counts$totals[1]), tolerance = 0.15)
})

# Two or more systems that answer the same trials, with scores that correlate.
paired_trials <- function(n, correlation, systems = 2, scale = "ln", far = \(llr) llr) {
  truth <- rep(c(TRUE, FALSE), c(n / 4, n - n / 4))
  common <- stats::rnorm(n)
  value <- lapply(seq_len(systems), \(s) {
    own <- sqrt(correlation) * common + sqrt(1 - correlation) * stats::rnorm(n)
    far(1.2 * (2 * ifelse(truth, 1, -1) + 2 * own) + s / 5)
  })
  lr_set(
    unlist(value), rep(truth, systems), scale = scale, id = rep(seq_len(n), systems),
    system = rep(letters[seq_len(systems)], each = n)
  )
}

compare_both <- function(x, ..., replicates = 1000) {
  compare <- \() suppressWarnings(compare_systems(x, ..., replicates = replicates))
  found <- compare()
  withr::local_options(calibrant.stream_limits = list(drawn = Inf))
  one_by_one <- compare()
  width <- one_by_one$upper - one_by_one$lower
  data.frame(
    found[c("measure", "note", "paired")], spread = found$std_error / one_by_one$std_error,
    corrected = (found$corrected - one_by_one$corrected) / width,
    lower = (found$lower - one_by_one$lower) / width,
    upper = (found$upper - one_by_one$upper) / width
  )
}

test_that("differences of many trials have the intervals of trials drawn one by one", {
  withr::local_seed(11)
  of <- setdiff(names(measure_kinds), c("dev_pav", "lr_moment_h1", "lr_moment_h2"))
  both <- compare_both(paired_trials(20000, 0.6), of, prior = 0.2)
  expect_identical(both$measure, factor(of, of))
  expect_true(all(both$paired))
  # Either spread has a standard error of 2.2 %.
  expect_lt(max(abs(both$spread - 1)), 0.13)
  expect_lt(abs(mean(both$spread) - 1), 0.04)
  expect_lt(max(abs(both[c("corrected", "lower", "upper")])), 0.1)
})

test_that("thirty sets of many trials have the intervals of trials drawn one by one", {
  skip_unless_extended()
  withr::local_seed(12)
  of <- c("cllr", "cllr_min", "cllr_cal", "eer", "auc", "bayes_error", "bayes_error_min")
  both <- do.call(rbind, lapply(1:30, \(set) {
    correlation <- stats::runif(1, 0, 0.9)
    compare_both(paired_trials(2e5, correlation), of, prior = stats::runif(1, 0.1, 0.9))
  }))
  means <- stats::aggregate(both[c("spread", "corrected", "lower", "upper")], both["measure"], mean)
  expect_lt(max(abs(means$spread - 1)), 0.04)
  expect_lt(max(abs(means[c("corrected", "lower", "upper")])), 0.02)
  expect_lt(max(abs(both$spread - 1)), 0.2)
})

test_that("pairs of several systems and of scores agree with trials drawn one by one", {
  withr::local_seed(13)
  three <- compare_both(paired_trials(20000, 0.4, 3), c("cllr_min", "eer"), replicates = 400)
  expect_length(three$spread, 6)
  expect_lt(max(abs(three$spread - 1)), 0.2)
  scores <- compare_both(paired_trials(20000, 0.4, scale = "score"), replicates = 400)
  expect_identical(as.character(scores$measure), c("cllr_min", "eer", "auc"))
  expect_lt(max(abs(scores$spread - 1)), 0.2)
  tied <- paired_trials(20000, 0.4, far = \(llr) round(llr))
  expect_lt(max(abs(compare_both(tied, replicates = 400)$spread - 1)), 0.2)
})

test_that("few trials, and measures as they are, are drawn one by one", {
  withr::local_seed(14)
  x <- paired_trials(20000, 0.5)
  by_groups <- \(set, by = "trial", corrected = TRUE, of = "cllr_min") {
    wanted <- wanted_statistics(kinds_at(measure_kinds[of]))
    resamples_groups(systems_of(set), wanted, list(by = by, corrected = corrected))
  }
  expect_true(by_groups(x))
  few <- x[!x$truth | stats::ave(x$truth, x$truth, x$system, FUN = seq_along) <= 900]
  expect_false(by_groups(few))
  expect_false(by_groups(align_systems(x[x$id <= 16000])))
  expect_false(by_groups(with_fields(x, list(weight = stats::rexp(40000)^3))))
  expect_true(by_groups(equal_weights(x["a"], rep(1:2, 10000))))
  expect_false(by_groups(x, by = "source"))
  expect_false(by_groups(x, corrected = FALSE))
  expect_true(by_groups(x, corrected = FALSE, of = "cllr"))
  expect_false(by_groups(x, of = "dev_pav"))
})

test_that("measures of many weighted trials have the intervals of trials drawn one by one", {
  withr::local_seed(17)
  x <- paired_trials(40000, 0.5)
  weighted <- with_fields(x, list(weight = rep(stats::rexp(40000) + (1:40000 > 20000), 2)))
  measure <- \() measures(weighted["a"], c("cllr", "cllr_min", "cllr_cal", "eer", "auc", "dcf"))
  found <- measure()
  pair <- compare_both(weighted, replicates = 400)
  expect_lt(max(abs(pair$spread - 1)), 0.2)
  withr::local_options(calibrant.stream_limits = list(drawn = Inf))
  one_by_one <- measure()
  expect_identical(found$estimate, one_by_one$estimate)
  expect_lt(max(abs(found$std_error / one_by_one$std_error - 1)), 0.13)
  width <- one_by_one$upper - one_by_one$lower
  # The mean of a thousand replicates scatters by a tenth of the width of `cllr_cal`.
  wide <- found$measure != "cllr_cal"
  for (column in c("corrected", "lower", "upper")) {
    expect_lt(max((abs(found[[column]] - one_by_one[[column]]) / width)[wide]), 0.1)
  }
})

test_that("one wrong LR of 0 makes as many replicates infinite as in trials drawn one by one", {
  withr::local_seed(15)
  x <- paired_trials(20000, 0.5)
  wrong <- with_fields(x, list(value = replace(x$value, 1, -Inf)))
  found <- suppressWarnings(compare_systems(wrong, c("cllr", "cllr_h2"), replicates = 100))
  expect_identical(found$difference[1], Inf)
  expect_identical(found$upper[1], Inf)
  expect_true(is.finite(found$std_error[2]))
})

test_that("nearly equal systems have the spread of trials drawn one by one", {
  withr::local_seed(16)
  both <- compare_both(paired_trials(20000, 0.9999), c("cllr_min", "eer"), replicates = 400)
  expect_lt(max(abs(both$spread - 1)), 0.2)
})

test_that("differences of many trials depend on the seed alone", {
  x <- paired_trials(20000, 0.5)
  once <- \(threads) {
    withr::with_seed(3, compare_systems(x, replicates = 50, threads = threads))
  }
  one <- once(1)
  expect_identical(once(2)$std_error, one$std_error)
  expect_identical(once(1)$lower, one$lower)
})
