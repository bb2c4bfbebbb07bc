shapes <- function(n) {
  truth <- rep(c(TRUE, FALSE), c(n / 4, n - n / 4))
  normal <- stats::rnorm(n, ifelse(truth, 1, -1) * 2, 2)
  list(
    normal = normal, ties = round(normal, 1), outliers = replace(normal, 1:3, c(1e300, -1e9, 4e7)),
    infinite = replace(normal, seq_len(n / 4), c(-Inf, Inf)), tiny = normal * 1e-310,
    equal = rep(2, n), reversed = -normal, heavy = stats::rt(n, 1) + truth, huge = normal * 1e307,
    ends = rep(c(-Inf, Inf), n / 2)
  )
}

test_that("blocks of counted buckets are those of the trials, bit for bit", {
  withr::local_seed(1)
  for (n in c(8, 400, 20000)) {
    values <- shapes(n)
    for (name in names(values)) {
      x <- lr_set(values[[name]], rep(c(TRUE, FALSE), c(n / 4, n - n / 4)), scale = "ln")
      far <- hidden_set(x)
      expect_identical(blocks_of(only_system(far)), blocks_of(only_system(x)), label = name)
    }
  }
})

test_that("few trials must be looked into", {
  withr::local_seed(2)
  n <- 2e5
  truth <- rep(c(TRUE, FALSE), c(n / 4, n - n / 4))
  x <- lr_set(stats::rnorm(n, ifelse(truth, 2, -2), 2), truth, scale = "ln")
  backend <- hidden_backend(x$value, x$truth)
  asked <- 0
  values <- backend$answers$tally_values
  backend$answers$tally_values <- \(system, map, buckets) {
    found <- values(system, map, buckets)
    asked <<- asked + length(found$value)
    found
  }
  far <- calibrant:::new_remote_set(list(backend), "ln", x$labels, n)
  expect_identical(cllr_min(far), cllr_min(x))
  expect_lt(asked, n / 3)
})

test_that("values that were not counted are noticed", {
  x <- random_set(1, n_h1 = 400, n_h2 = 900)
  changes <- list(
    more = \(v) replace(v, "n_h1", list(v$n_h1 + 1)),
    fewer = \(v) lapply(v, utils::head, -1),
    elsewhere = \(v) replace(v, "bucket", list(v$bucket + 1)),
    order = \(v) replace(v, "value", list(rev(v$value))),
    foreign = \(v) lapply(v, \(column) c(column, utils::tail(column, 1) + 1e6))
  )
  for (change in changes) {
    backend <- hidden_backend(x$value, x$truth)
    values <- backend$answers$tally_values
    backend$answers$tally_values <- \(system, map, buckets) change(values(system, map, buckets))
    far <- calibrant:::new_remote_set(list(backend), "ln", x$labels, length(x))
    expect_error(cllr_min(far), class = "calibrant_error_changed")
  }
})

test_that("what needs no trial gives what it gives for trials", {
  both <- c(one = random_set(3, 300, 800), other = random_set(4, 200, 500))
  weighted <- random_set(5, 300, 400, weights = TRUE)
  verbs <- list(
    cllr, cllr_min, cllr_cal, cllr_h1, eer, auc, bayes_error, dcf, ece_curve, useful_range, pav,
    det_curve, tippett_curve, lr_histogram, misleading_rates, \(x) dcf_min(x), summary, explain,
    \(x) bound_lr(x)$bounds,
    \(x) coef(calibrate(x)),
    \(x) coef(calibrate(x, method = "gaussian")), levels, length
  )
  for (x in list(both, weighted, both["one"])) {
    far <- hidden_set(x)
    for (verb in verbs) {
      expect_equal(
        withr::with_seed(1, verb(far)), withr::with_seed(1, verb(x)),
        tolerance = 1e-12
      )
    }
    draws <- \(set) withr::with_seed(1, measures(set, replicates = 30))
    if (is.null(x$weight)) {
      expect_equal(as.data.frame(draws(far)), as.data.frame(draws(x)), tolerance = 1e-12)
    } else {
      expect_error(draws(far), class = "calibrant_error_no_trials")
    }
  }
})

test_that("what needs trials refuses with a class", {
  x <- random_set(6, 40, 50)
  far <- hidden_set(c(one = x, other = x))
  verbs <- list(
    as.data.frame, head, augment, pav_lr, posterior, bayes_decision, sort, rev, \(x) x[1:3],
    \(x) cross_calibrate(x), \(x) x$value, \(x) x[["truth"]], \(x) x$weight,
    \(x) predict(calibrate(x)),
    \(x) measures(x, "cllr", by = "source", replicates = 5)
  )
  for (verb in verbs) expect_error(verb(far), class = "calibrant_error_input")
  for (verb in verbs[1:13]) expect_error(verb(far), class = "calibrant_error_no_trials")
})

test_that("systems are chosen, renamed and joined, and shards add up", {
  withr::local_seed(7)
  x <- random_set(7, 400, 900)
  y <- random_set(8, 300, 700)
  both <- c(one = hidden_set(x), other = hidden_set(y))
  expect_identical(levels(both), c("one", "other"))
  expect_length(both, 2300)
  expect_identical(cllr_min(both), cllr_min(c(one = x, other = y)))
  expect_identical(cllr_min(both["other"]), cllr_min(c(other = y)))
  expect_identical(cllr_min(both$other), cllr_min(c(other = y)))
  levels(both) <- c("a", "b")
  expect_identical(levels(both), c("a", "b"))
  expect_error(both["one"], class = "calibrant_error_input")
  expect_error(c(hidden_set(x), hidden_set(y)), class = "calibrant_error_pool")
  expect_error(c(hidden_set(x), both), "Either all sets must have", class = "calibrant_error_input")
  expect_error(
    c(a = hidden_set(x), b = hidden_set(lr_set(x$value, x$truth, scale = "log10"))),
    class = "calibrant_error_input"
  )
  whole <- c(x, y, pool = TRUE)
  questions <- c(
    "ranges", "finite_range", "sizes", "totals", "infinite", "class_ranges", "counts", "blocks"
  )
  near <- c(x, hidden_set(y), pool = TRUE)
  for (shards in list(c(hidden_set(x), hidden_set(y), pool = TRUE), near)) {
    for (question in questions) {
      expect_equal(
        calibrant:::once(only_system(shards), question),
        calibrant:::once(only_system(whole), question),
        label = question
      )
    }
    expect_identical(blocks_of(only_system(shards)), blocks_of(only_system(whole)))
    expect_equal(cllr(shards), cllr(whole), tolerance = 1e-14)
    expect_equal(cross_entropy(shards, 0.1), cross_entropy(whole, 0.1), tolerance = 1e-14)
  }
})

test_that("a set says where its trials are, and is saved without what is known of it", {
  x <- hidden_set(random_set(9, 30, 40))
  expect_output(print(x), "stay in a drawer, which is looked up")
  cllr_min(x)
  file <- withr::local_tempfile()
  saveRDS(x, file)
  y <- readRDS(file)
  expect_null(only_system(y)$blocks)
  expect_identical(cllr_min(y), cllr_min(x))
  damaged <- unclass(x)
  damaged$scale <- "none"
  class(damaged) <- class(x)
  expect_error(cllr(damaged), class = "calibrant_error_damaged")
})
