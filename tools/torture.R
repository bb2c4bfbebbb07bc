# Calls every entry point with a garbage collection before each allocation, so that what is not
# protected is lost at once, and compares with what it gives in peace. The last line counts the
# calls. Of an entry point that is called often, the first 12 calls do.
source("tools/entry-points.R")

counts <- c(passed = 0, failed = 0)
n_calls <- integer()

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

# What they return is the setting that they have just changed.
settings <- "ffi_allow_wide"

# These add to what they are given, so that a second call would add twice. What they added shows in
# what others find in it.
adders <- c("ffi_stream_add", "ffi_stream_add_counts")

torture <- function(name, call) {
  if (name %in% settings) {
    return(call())
  }
  n_calls[name] <<- sum(n_calls[name], 1L, na.rm = TRUE)
  if (n_calls[name] > 12) {
    return(call())
  }
  if (name %in% adders) {
    counts["passed"] <<- counts["passed"] + 1
    return(tortured(call))
  }
  results <- twice(call, \() tortured(call))
  same <- identical(results$found, results$expected)
  if (!same) cat(name, "gives another result under gctorture\n")
  counts[2 - same] <<- counts[2 - same] + 1
  results$expected
}

missed <- reach_entry_points(torture)
for (name in missed) cat(name, "is reached by no example and no job in tools/entry-points.R\n")
cat(sprintf("torture: %s: %d calls\n", names(n_calls), n_calls), sep = "")
cat(sprintf("%d passed, %d failed\n", counts["passed"], counts["failed"] + length(missed)))
quit(status = as.integer(counts["failed"] + length(missed) > 0))
