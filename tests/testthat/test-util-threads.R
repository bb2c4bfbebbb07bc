# So many trials that they make several parts.
large_set <- function() {
  set.seed(1)
  truth <- runif(6e5) < 0.1
  value <- rnorm(6e5, ifelse(truth, 2, -2), 2)
  value[1:4] <- c(1e5, -1e5, 300, -300)
  lr_set(value, truth, scale = "ln")
}

test_that("results are the same to the last bit for any number of threads", {
  priors <- c(1e-6, 0.01, 0.3, 0.5, 0.99)
  of_threads <- \(threads) {
    withr::local_options(calibrant.threads = threads)
    c(
      cllr(large_set()), cllr_h1(large_set()), cllr_h2(large_set()), cllr_min(large_set()),
      unlist(pav(large_set())[-1]),
      cross_entropy(large_set(), priors), effective_information(large_set(), priors)
    )
  }
  # No more than two, as CRAN asks; the kernel tests go on to five.
  expect_identical(of_threads(2L), of_threads(1))
  withr::local_options(calibrant.threads = NULL)
  expect_identical(default_threads(), 1L)
})

test_that("the number of threads must be a whole number", {
  withr::local_options(calibrant.threads = 1.5)
  expect_error(cllr(large_set()), class = "calibrant_error_input")
  for (wrong in list(0, NA, "2", c(1, 2), Inf)) {
    expect_error(check_threads(wrong), class = "calibrant_error_input")
  }
  expect_identical(check_threads(3), 3L)
})

# OpenMP's threads are not there after a fork.
test_that("a forked child of a process that used threads does not wait for them", {
  skip_on_os("windows")
  withr::local_options(calibrant.threads = 2)
  x <- large_set()
  expected <- c(cllr(x), cllr_min(x))
  job <- parallel::mcparallel(c(cllr(large_set()), cllr_min(large_set())))
  found <- parallel::mccollect(job, wait = FALSE, timeout = 60)
  if (is.null(found)) tools::pskill(job$pid, tools::SIGKILL)
  expect_identical(found[[1]], expected)
})
