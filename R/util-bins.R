# Bins of probabilities, of the reliability diagrams and the binned decomposition.

# Borders of bins of equal width between 0 and 1. The quotients equal the doubles of decimal
# literals such as 0.3; seq() misses some of them.
unit_breaks <- function(bins) seq(0, bins) / bins

# Smallest posterior of each bin. A posterior on a border may return from log odds a few units in
# the last place below it.
bin_starts <- function(breaks) breaks - 1e-12 * breaks * (breaks < 1)

# Posteriors ascend with the LRs. Returns the place among them where each bin ends; the first is 0.
bin_ends <- function(values, breaks) {
  inner <- bin_starts(breaks[-length(breaks)])
  c(findInterval(inner, values, left.open = TRUE), length(values))
}

# Starts and ends of the runs of neighbours that are TRUE.
true_runs <- function(holds) {
  runs <- rle(holds %in% TRUE)
  last <- cumsum(runs$lengths)
  list(first = (last - runs$lengths + 1)[runs$values], last = last[runs$values])
}

# Sums over the runs of neighbours that end at these positions.
run_sums <- function(x, ends) {
  vapply(seq_along(ends)[-1], \(i) {
    sum(x[ends[i - 1] + seq_len(ends[i] - ends[i - 1])])
  }, numeric(1))
}
