# A child that works for minutes unless it is interrupted, then says what the next call gives.
interrupted_child <- c(
  "args <- commandArgs(trailingOnly = TRUE)",
  ".libPaths(strsplit(args[1], .Platform$path.sep)[[1]])",
  "library(calibrant)",
  "set.seed(1)",
  "x <- simulate_lr(1e4, 1e4, s = 2)",
  "long <- list(",
  "  sweep = function() cross_entropy(x, stats::runif(1e7)),",
  "  resample = function() measures(x, replicates = 1e6, threads = 2),",
  "  sort = function() repeat cllr_min(lr_set(rnorm(5e6), rep(c(TRUE, FALSE), 2.5e6), 'score'))",
  ")[[args[2]]]",
  "writeLines(as.character(Sys.getpid()), args[3])",
  "outcome <- tryCatch(long(), interrupt = function(cnd) 'interrupted')",
  "writeLines(c(outcome, format(cllr(x), digits = 15)), args[4])"
)

wait_for <- function(file, seconds) {
  deadline <- Sys.time() + seconds
  while (!file.exists(file) && Sys.time() < deadline) Sys.sleep(0.02)
  # The name is there before the lines are.
  Sys.sleep(0.1)
  file.exists(file)
}

interrupt_job <- function(job) {
  folder <- withr::local_tempdir()
  script <- file.path(folder, "child.R")
  ready <- file.path(folder, "ready")
  done <- file.path(folder, "done")
  writeLines(interrupted_child, script)
  libraries <- paste(.libPaths(), collapse = .Platform$path.sep)
  system2(
    file.path(R.home("bin"), "Rscript"),
    shQuote(c(script, libraries, job, ready, done)),
    wait = FALSE, stdout = FALSE, stderr = FALSE
  )
  stopifnot("the child did not start" = wait_for(ready, 60))
  pid <- as.integer(readLines(ready))
  withr::defer(if (!file.exists(done)) tools::pskill(pid, tools::SIGKILL))
  Sys.sleep(0.5)
  sent <- Sys.time()
  tools::pskill(pid, tools::SIGINT)
  stopifnot("the child went on" = wait_for(done, 60))
  list(lines = readLines(done), seconds = as.numeric(Sys.time() - sent, units = "secs"))
}

test_that("a long job stops when it is interrupted, and the next one is right", {
  skip_on_cran()
  skip_on_os("windows")
  withr::with_seed(1, x <- simulate_lr(1e4, 1e4, s = 2))
  for (job in c("sweep", "sort", "resample")) {
    stopped <- interrupt_job(job)
    expect_identical(stopped$lines, c("interrupted", format(cllr(x), digits = 15)))
    # Half a second here; a busy machine gets more.
    expect_lt(stopped$seconds, 5)
  }
})
