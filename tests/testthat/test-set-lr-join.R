x <- lr_set(list(h1 = c(1e4, 200, 3, .5), h2 = c(.01, 1e-4, 2, .2)), scale = "lr")

test_that("TRUE and FALSE are the 1 and 0 of a database without them", {
  x <- lr_set(c(1, -1), c(TRUE, FALSE), scale = "ln")
  y <- lr_set(c(2, -2), c(1, 0), scale = "ln")
  expect_identical(c(x, y, pool = TRUE)$labels, x$labels)
  expect_identical(c(y, x, pool = TRUE)$truth, c(TRUE, FALSE, TRUE, FALSE))
  turned <- lr_set(c(2, -2), c(TRUE, FALSE), scale = "ln", h1 = FALSE)
  expect_error(c(y, turned, pool = TRUE), class = "calibrant_error_input")
})

test_that("parts of a system may lie in a file and in a database", {
  skip_if_not_installed("nanoparquet")
  trials <- withr::with_seed(1, data.frame(llr = rnorm(600), same = rep(c(TRUE, FALSE), 300)))
  file <- withr::local_tempfile(fileext = ".parquet")
  nanoparquet::write_parquet(trials[1:400, ], file)
  table <- sqlite_table(trials[401:600, ])
  x <- c(
    lr_set(lr_chunks(file), same ~ llr, scale = "ln"),
    lr_set(table, same ~ llr, scale = "ln", way = "push"), pool = TRUE
  )
  expect_identical(cllr_min(x), cllr_min(lr_set(same ~ llr, trials, scale = "ln")))
})

test_that("limits are joined, and missing where a set has none", {
  x <- lr_set(c(1, -1), c(TRUE, FALSE), scale = "ln")
  with <- with_values(x, x$value, "ln", limits = list(lower = c(0, -2), upper = c(2, 0)))
  without <- lr_set(c(3, -3), c(TRUE, FALSE), scale = "ln")
  joined <- c(with, without, pool = TRUE)
  expect_identical(joined$lower, c(0, -2, NA, NA))
  expect_identical(joined$upper, c(2, 0, NA, NA))
  expect_null(c(without, without, pool = TRUE)$lower)
})

test_that("probabilities at several priors, or beside LRs, become log LRs, and this is told", {
  withr::local_options(rlib_message_verbosity = "verbose")
  truth <- rep(c(TRUE, FALSE), 10)
  p <- plogis(seq(-2, 2, length.out = 20) + 2 * truth)
  at <- \(prior) lr_set(p, truth, scale = "prob", prior = prior)
  llr <- lr_set(qlogis(p), truth, scale = "ln")
  same <- c(a = at(0.3), b = at(0.3))
  expect_no_message(c(a = at(0.3), b = at(0.3)), class = "calibrant_message_priors")
  expect_equal(cross_entropy(same), c(a = 1, b = 1) * cross_entropy(at(0.3)))
  for (other in list(at(0.2), llr)) {
    expect_message(joined <- c(a = at(0.3), b = other), class = "calibrant_message_priors")
    expect_identical(names(as.data.frame(joined))[1], "ln_lr")
  }
})
