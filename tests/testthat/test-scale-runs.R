test_that("counts that come one after the other are those of all, in few runs", {
  parts <- lapply(1:30, \(seed) {
    withr::local_seed(seed)
    value <- c(-Inf, sort(unique(round(rnorm(10 * seed), 2))), Inf)
    list(value = value, n_h1 = rpois(length(value), 2) + 0, n_h2 = rpois(length(value), 3) + 0)
  })
  runs <- list()
  for (part in parts) {
    runs <- add_run(runs, part)
    lengths <- vapply(runs, \(run) length(run$value), 1L)
    expect_true(all(lengths[-length(lengths)] > 2 * lengths[-1]))
    expect_identical(run_length(runs), sum(lengths))
  }
  merged <- merge_runs(runs)
  column <- \(name) unlist(lapply(parts, `[[`, name))
  expect_identical(merged$value, sort(unique(column("value"))))
  expect_equal(merged$n_h1, as.vector(tapply(column("n_h1"), column("value"), sum)))
  expect_equal(merged$n_h2, as.vector(tapply(column("n_h2"), column("value"), sum)))
  expect_identical(merge_runs(list()), no_counts)
})
