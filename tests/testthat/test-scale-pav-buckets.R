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

test_that("a bulk leaves outliers out", {
  counts <- list(value = c(-1e9, (-500:500) / 100, 1e12), n_h1 = rep(1, 1003), n_h2 = rep(1, 1003))
  map <- new_cells(range(counts$value), bucket_number(1e6))
  bulk <- bulk_of(tally_of_counts(counts, map), map)
  expect_lt(diff(bulk), 1e9)
})
