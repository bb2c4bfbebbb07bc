# A set with enough trials for several parts.
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
      unlist(pav(large_set())[-1]), pav_lr(large_set())$value,
      cross_entropy(large_set(), priors), effective_information(large_set(), priors)
    )
  }
  # No more than two, as CRAN asks; the kernel tests go on to five.
  expect_identical(of_threads(2L), of_threads(1))
  withr::local_options(calibrant.threads = NULL)
  expect_identical(default_threads(), 1L)
})

test_that("calibrations of classes are the same for any number of threads", {
  set.seed(2)
  n <- 2^18 + 3
  truth <- rep_len(1:3, n)
  log_lik <- matrix(rnorm(3 * n), n)
  log_lik[cbind(seq_len(n), truth)] <- log_lik[cbind(seq_len(n), truth)] + 1
  x <- loglik_set(log_lik, factor(truth), scale = "ln")
  for (method in c("affine", "vector", "matrix")) {
    of_threads <- \(threads) {
      withr::local_options(calibrant.threads = threads)
      unlist(calibrate(x, method)$fits)
    }
    expect_identical(of_threads(2), of_threads(1))
  }
})

test_that("the number of threads must be a whole number", {
  withr::local_options(calibrant.threads = 1.5)
  expect_error(cllr(large_set()), class = "calibrant_error_input")
  for (wrong in list(0, NA, "2", c(1, 2), Inf)) {
    expect_error(check_threads(wrong), class = "calibrant_error_input")
  }
  expect_identical(check_threads(3), 3L)
})

# Threads do not survive a fork, and waiting for them would never end. So each way is tested in a
# separate process, within a minute, which prints the number of correct answers.
answers_of_children <- function(begin, fork) {
  code <- c(
    sprintf(".libPaths(c(%s))", paste(shQuote(.libPaths(), "cmd"), collapse = ", ")),
    "set.seed(1); truth <- runif(6e5) < 0.1; value <- rnorm(6e5, ifelse(truth, 2, -2))",
    "options(calibrant.threads = 2)",
    "ask <- function(...) calibrant::cllr_min(calibrant::lr_set(value, truth, 'ln'))",
    paste("begun <- {", begin, "}"), paste("found <- unlist(", fork, ")"),
    "cat(sum(found == ask()))"
  )
  file <- withr::local_tempfile(fileext = ".R", lines = code)
  program <- file.path(R.home("bin"), "Rscript")
  suppressWarnings(system2(program, c("--vanilla", file), TRUE, FALSE, timeout = 60))
}

begins <- c(
  nobody = "NULL", package = "ask()",
  other = "data.table::setDTthreads(2); data.table::frank(value)"
)
forks <- c(
  mclapply = "parallel::mclapply(1:2, ask, mc.cores = 2)",
  mcparallel = "{p <- parallel::mcparallel; parallel::mccollect(list(p(ask()), p(ask())))}",
  cluster = "parallel::clusterApply(parallel::makeForkCluster(2), 1:2, ask)",
  future = "{future::plan('multicore'); lapply(1:2, \\(i) future::value(future::future(ask())))}"
)

test_that("children do not wait for threads of their parent, whatever has started these", {
  skip_on_os("windows")
  skip_if_not_installed("data.table")
  for (begin in if (is_extended()) begins else begins[["other"]]) {
    for (fork in if (is_extended()) forks else forks[c("mclapply", "cluster")]) {
      if (grepl("future::", fork) && !rlang::is_installed("future")) next
      expect_identical(answers_of_children(begin, fork), "2", info = paste(begin, fork, sep = "; "))
    }
  }
})

test_that("a child of a process whose threads have worked uses threads of its own", {
  skip_on_os("windows")
  withr::local_options(calibrant.threads = 2)
  x <- large_set()
  expected <- c(cllr(x), cllr_min(x))
  job <- parallel::mcparallel(c(cllr(large_set()), cllr_min(large_set())))
  found <- parallel::mccollect(job, wait = FALSE, timeout = 60)
  if (is.null(found)) tools::pskill(job$pid, tools::SIGKILL)
  expect_identical(found[[1]], expected)
})
