# Jobs that take minutes unless they are interrupted.
large_set <- function(n, scale) {
  withr::with_seed(2, lr_set(stats::rnorm(n), rep(c(TRUE, FALSE), n / 2), scale))
}

long_jobs <- function(x) {
  large <- large_set(2e6, "ln")
  list(
    sweep = \() cross_entropy(x, stats::runif(1e7)),
    resample = \() measures(x, replicates = 1e6, threads = 2),
    sort = \() repeat cllr_min(large_set(2e6, "score")),
    weights = \() repeat cllr(lr_set(large$value, large$truth, "ln", weight = 1 + large$truth)),
    corners = \() repeat det_curve(large),
    shares = \() repeat tippett_curve(large),
    regression = \() repeat isotonic(large$value)
  )
}

# If SIGINT is ignored, as in jobs that a shell starts in the background, children ignore it too.
ignores_interrupts <- function() {
  status <- "/proc/self/status"
  if (!file.exists(status)) {
    return(FALSE)
  }
  mask <- grep("^SigIgn:", readLines(status), value = TRUE)
  last <- strtoi(substring(mask, nchar(mask)), 16)
  bitwAnd(last, 2L) > 0
}

# Interrupts a job in a forked child, which reports its end, the result of the next call, and its
# processor time.
interrupt_job <- function(job, x) {
  child <- parallel::mcparallel({
    outcome <- tryCatch(job(), interrupt = \(cnd) "interrupted")
    list(outcome = outcome, cpu = sum(proc.time()[1:2]), cllr = cllr(x))
  })
  Sys.sleep(0.5)
  tools::pskill(child$pid, tools::SIGINT)
  found <- parallel::mccollect(child, wait = FALSE, timeout = 60)[[1]]
  if (is.null(found)) {
    tools::pskill(child$pid, tools::SIGKILL)
    stop("the child went on")
  }
  found
}

test_that("a long job stops when it is interrupted, and the next one is right", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if(ignores_interrupts(), "SIGINT is ignored")
  withr::with_seed(1, x <- simulate_lr(1e4, 1e4, s = 2))
  expected <- cllr(x)
  jobs <- long_jobs(x)
  for (name in names(jobs)) {
    stopped <- interrupt_job(jobs[[name]], x)
    expect_identical(stopped$outcome, "interrupted", info = name)
    expect_identical(stopped$cllr, expected, info = name)
    # Seconds of the processor, usually less than 2. After many tests the process holds a gigabyte,
    # and its child needs more time to collect garbage; the jobs take minutes.
    expect_lt(stopped$cpu, 20)
  }
})
