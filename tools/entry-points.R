# Calls every entry point of the shared object, by the examples of the help pages and by the jobs
# below, and fails if one is not reached. The last line counts the calls.
#   Rscript tools/entry-points.R               for valgrind to watch
#   Rscript tools/entry-points.R choose        writes tests/robustness/pages.txt, for .ci/run
#   Rscript tools/entry-points.R of PAGE ...   the jobs and those pages only, whatever they reach
#   Rscript tools/entry-points.R torture       collects garbage before each allocation, so that what
#                                              is not protected is lost at once, and compares with
#                                              what the same call gives in peace
source("tools/sandbox.R")
source("tools/examples.R")
counts <- c(passed = 0, failed = 0)
n_calls <- vapply(getDLLRegisteredRoutines("calibrant")$.Call, \(call) 0L, 0L)

# Cases that the examples lack: weights, ties, infinities on both sides, too many trials to be
# sorted by comparisons, too many distinct LRs to be kept singly.
jobs <- expression(
  {
    truth <- rep(c(TRUE, FALSE), c(40, 60))
    llr <- c(-Inf, seq(-2, 5, length.out = 38), Inf, -Inf, seq(-5, 2, length.out = 58), Inf)
    weight <- seq(0.5, 2, length.out = 100)
    set.seed(1)
    many <- stats::rnorm(6000)
    scores <- lr_set(many[1:200], many[1:200] > rev(many)[1:200], scale = "score")
  },
  summary(lr_set(llr, truth, scale = "ln")),
  settle_labels(c("target", "nontarget"), list()),
  summary(lr_set(llr, truth, scale = "log10", weight = weight)),
  dev_pav(lr_set(rep(c(0, 1), 50), truth, scale = "lr")),
  cross_entropy(lr_set(many, many > rev(many), scale = "log10"), c(0.1, 0.9)),
  cross_entropy(lr_set(exp(many), many > 0, scale = "lr", weight = rep(weight, 60)), 0.1),
  predict(calibrate(scores, method = "bigaussian"), scores),
  predict(calibrate(lr_set(many, many > rev(many), "score")), many[1:9], integrated = TRUE),
  with_lock(tempfile(), write_text("", tempfile())),
  predict(calibrate(lr_set(many, many > rev(many), "score"), method = "spline"), many[1:9]),
  with_narrow_registers(cllr(lr_set(many, many > rev(many), scale = "ln"))),
  .Call(ffi_moment_weights, matrix(0.5^(0:7), 8, 1)),
  measures(lr_set(llr, truth, scale = "ln", weight = weight), replicates = 3),
  compare_systems(
    lr_set(
      c(many, -many), rep(many > rev(many), 2), "score", system = rep(c("a", "b"), each = 6000)
    ),
    replicates = 2, threads = 2
  ),
  calibration_test(lr_set(llr, truth, scale = "ln"), "dev_pav", replicates = 3),
  calibration_band(lr_set(llr, truth, scale = "ln"), replicates = 3),
  auc(lr_set(llr, truth, scale = "ln"), exact = FALSE),
  isotonic(20:1, weights = 1:20),
  {
    options(calibrant.stream_limits = list(values = 300, buckets = 1024))
    at <- 0
    halves <- lr_chunks(
      \() if (at < 2) data.frame(many, truth = many > rev(many))[3000 * (at <<- at + 1) - 2999:0, ],
      \() at <<- 0
    )
    chunks <- lr_set(halves, truth ~ many, scale = "ln")
    cllr_min(chunks)
    auc(chunks, exact = FALSE)
    det_curve(chunks)
    bound_lr(chunks)
    options(calibrant.stream_limits = list(values = 6000, buckets = 1024))
    cllr_min(c(chunks, chunks, pool = TRUE))
    options(calibrant.stream_limits = NULL)
  }
)

run_quietly <- function(code, env) {
  for (expr in code) suppressMessages(suppressWarnings(eval(expr, env)))
}

# Entry points that draw random numbers draw the same ones twice.
twice <- function(first, second) {
  seed <- get0(".Random.seed", globalenv(), inherits = FALSE)
  expected <- first()
  after <- get0(".Random.seed", globalenv(), inherits = FALSE)
  if (!is.null(seed)) assign(".Random.seed", seed, globalenv())
  found <- second()
  if (!is.null(after)) assign(".Random.seed", after, globalenv())
  list(expected = expected, found = found)
}

tortured <- function(call) {
  gctorture(TRUE)
  on.exit(gctorture(FALSE))
  call()
}

# The value of these entry points is the previous setting, which they have just changed.
settings <- "ffi_allow_wide"

# These entry points make or change objects outside of R, so a second call would differ. The results
# of other calls show their effect.
counters <- c("stream_new", "stream_add", "stream_add_counts", "lock_file", "unlock_file")

# The first 6 calls of an entry point are tried.
torture <- function(name, call) {
  if (name %in% settings || n_calls[[name]] > 6) {
    return(call())
  }
  if (name %in% paste0("ffi_", counters)) {
    counts["passed"] <<- counts["passed"] + 1
    return(tortured(call))
  }
  results <- twice(call, \() tortured(call))
  same <- identical(results$found, results$expected)
  if (!same) cat(name, "gives another result under gctorture\n")
  counts[2 - same] <<- counts[2 - same] + 1
  results$expected
}

# Calls beyond the wanted number add nothing.
visit <- function(name, call) {
  if (n_calls[[name]] <= wanted_calls) counts["passed"] <<- counts["passed"] + 1
  call()
}

# Quick pages which, with the jobs, call each entry point `wanted_calls` times, or as often as
# all pages do; those with the most new calls per second come first. `calls` has a row per page
# and a column per entry point.
wanted_calls <- 2
choose_pages <- function(calls, seconds) {
  chosen <- "jobs"
  repeat {
    missing <- pmax(pmin(colSums(calls), wanted_calls) - colSums(calls[chosen, , drop = FALSE]), 0)
    if (all(missing == 0)) return(chosen[-1])
    new <- rowSums(pmin(calls, rep(missing, each = nrow(calls)))) / (seconds + 0.02)
    new[chosen] <- 0
    chosen <- c(chosen, names(which.max(new)))
  }
}

arguments <- commandArgs(trailingOnly = TRUE)
mode <- if (length(arguments) > 0) arguments[1] else "all"
grDevices::pdf(NULL)
sandbox <- new_sandbox(\(name, call) {
  n_calls[name] <<- n_calls[name] + 1L
  if (mode == "torture") torture(name, call) else visit(name, call)
})
# Pictures compute nothing, and a qualification repeats other calls, so their pages add nothing and
# take most of the time.
code <- c(list(jobs = jobs), example_code(but = "^(plot_|autoplot|theme_|curve_layer|qualify)"))
if (mode == "of") code <- code[c("jobs", arguments[-1])]

calls <- matrix(0, length(code), length(n_calls), dimnames = list(names(code), names(n_calls)))
seconds <- numeric(length(code))
for (i in seq_along(code)) {
  before <- n_calls
  seconds[i] <- system.time(run_quietly(code[[i]], new.env(parent = sandbox)))[["user.self"]]
  calls[i, ] <- n_calls - before
}
if (mode == "choose") writeLines(choose_pages(calls, seconds), "tests/robustness/pages.txt")

missed <- names(n_calls)[n_calls == 0 & mode != "of"]
for (name in missed) cat(name, "is reached by no example and no job in tools/entry-points.R\n")
cat(sprintf("%s: %d calls\n", names(n_calls), n_calls), sep = "")
cat(sprintf("%d passed, %d failed\n", counts["passed"], counts["failed"] + length(missed)))
quit(status = as.integer(counts["failed"] + length(missed) > 0))
