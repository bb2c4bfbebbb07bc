# Counts of a stream as a list of runs, which are merged as they grow.

# Counts as a list of runs, each more than twice as long as the next, so that a value moves at most
# once per run.
add_run <- function(runs, counts) {
  repeat {
    last <- length(runs)
    if (last == 0 || length(runs[[last]]$value) > 2 * length(counts$value)) break
    counts <- .Call(ffi_merge_counts, runs[[last]], counts)
    runs <- runs[-last]
  }
  c(runs, list(counts))
}

merge_runs <- function(runs) Reduce(\(a, b) .Call(ffi_merge_counts, b, a), rev(runs)) %||% no_counts

run_length <- function(runs) sum(lengths(lapply(runs, `[[`, "value")))

no_counts <- list(value = numeric(), n_h1 = numeric(), n_h2 = numeric(), totals = c(0, 0))
