systems_for <- function(x, prior = rep(1 / nlevels(x$truth), nlevels(x$truth))) {
  lapply(calibrant:::systems_of(x), calibrant:::prepare_measures, prior)
}

# Replicates of the kernel, started at the fit of the sample or, with `anew`, without a start.
rows_of <- function(x, n = 30, threads = 1L, anew = FALSE) {
  asked <- lapply(systems_for(x), calibrant:::drawn_recogniser, TRUE)
  if (anew) asked <- lapply(asked, replace, "start", list(NULL))
  settings <- list(replicates = seq_len(n), seed = 7, threads = threads, progress = NULL)
  calibrant:::draw_recognisers(asked, settings)
}

glass <- function() loglik_set(glass_type, truth = "type", system = "recogniser")

test_that("searches from the sample and from nothing end at the same place", {
  weighted <- example_set(n = 60)
  weighted <- loglik_set(weighted$log_lik, weighted$truth, "ln", weight = rep(1:4, 15))
  excluding <- example_set(n = 60)$log_lik
  truth <- example_set(n = 60)$truth
  others <- cbind(seq_len(60), as.integer(truth) %% 4 + 1)
  excluding[others[1:9, ]] <- -Inf
  wrong <- replace(excluding, cbind(3, as.integer(truth[3])), -Inf)
  far <- replace(example_set(n = 60)$log_lik, others[1:3, ], 1e7)
  sets <- list(
    glass(), weighted, loglik_set(excluding, truth, "ln"), loglik_set(wrong, truth, "ln"),
    loglik_set(far, truth, "ln"), loglik_set(-example_set(n = 60)$log_lik, truth, "ln")
  )
  for (x in sets) {
    expect_equal(rows_of(x), rows_of(x, anew = TRUE), tolerance = 1e-9)
  }
})

test_that("few trials that separate in a draw cost nothing there", {
  x <- loglik_set(diag(3)[rep(1:3, 4), ] * 3, factor(rep(1:3, 4)), "ln")
  expect_equal(rows_of(x)[[1]][4, ], numeric(30))
})

test_that("replicates scatter as weighted draws in R do", {
  x <- glass()["lda"]
  system <- systems_for(x)[[1]]
  withr::local_seed(1)
  slow <- replicate(150, {
    draw <- \(i) i[sample.int(length(i), replace = TRUE)]
    again <- x[unlist(lapply(split(seq_along(x$truth), x$truth), draw))]
    c(cllr(again), misclassification(again), cavg(again), cllr_min(again))
  })
  rows <- rows_of(x, 600)[[1]]
  rows[4, ] <- rows[4, ] / log(2)
  error <- apply(slow, 1, sd) / sqrt(150) + apply(rows, 1, sd) / sqrt(600)
  expect_true(all(abs(rowMeans(slow) - rowMeans(rows)) < 3 * error))
  expect_equal(apply(rows, 1, sd), unname(apply(slow, 1, sd)), tolerance = 0.2)
})

test_that("the seed fixes the replicates, the number of threads does not matter", {
  x <- glass()
  expect_identical(rows_of(x, threads = 2L), rows_of(x))
  table <- \(...) withr::with_seed(3, measures(x, replicates = 20, ...))
  expect_identical(table(), table())
  expect_false(identical(rows_of(x)[[1]][1, 1], rows_of(x)[[1]][1, 2]))
})
