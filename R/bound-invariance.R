# Invariance verification, Alberink et al. (2025): the ratio of the shares of H1 and H2 trials on
# the far side of a threshold must be at least as strong as the threshold itself.

iv_of <- function(system) iv_exact(counts_for(system, near_bounds(iv_exact, iv_may_fail)))

iv_exact <- function(counts) supported(threshold_pieces(counts), "iv")

iv_log10_ratio <- function(totals, n_h1, n_h2) {
  log10((n_h1 + 0.5) / (totals[1] + 1)) - log10((n_h2 + 0.5) / (totals[2] + 1))
}

# Could a threshold between a value and the next fail, if the trials there were in the worst order?
iv_may_fail <- function(counts, bounds) {
  pieces <- threshold_pieces(counts)
  n <- length(counts$value)
  from <- pieces$from[-1]
  to <- pieces$to[-1]
  most_below <- iv_log10_ratio(counts$totals, pieces$below_h1[-1], pieces$below_h2[-(n + 1)])
  least_above <- iv_log10_ratio(counts$totals, pieces$above_h1[-1], pieces$above_h2[-(n + 1)])
  slack <- 1e-9
  from < 0 & to >= bounds[1] & most_below > from - slack |
    to > 0 & from <= bounds[2] & least_above < to + slack
}

# The smallest LR under H2 and the largest under H1.
iv_ranges <- function(counts) {
  ends <- c(which(counts$n_h2 > 0)[1], utils::tail(which(counts$n_h1 > 0), 1))
  to_log10(counts$value[ends], counts$scale)
}

# A threshold equal to an LR belongs to the piece below.
iv_deltas <- function(counts, threshold) {
  pieces <- threshold_pieces(counts)
  at <- lapply(pieces[-3], `[`, findInterval(threshold, pieces$to, left.open = TRUE) + 1)
  list(
    lower = threshold - iv_log10_ratio(counts$totals, at$below_h1, at$below_h2),
    upper = iv_log10_ratio(counts$totals, at$above_h1, at$above_h2) - threshold
  )
}

# The scan on a grid. No ratio of shares exceeds 2 (N + 1), so thresholds beyond fail.
iv_grid <- function(counts, step) {
  range <- range(to_log10(counts$value, counts$scale))
  widest <- log10(2 * (counts$totals + 1))
  at_low <- -(0:ceiling(min(max(-range[1], 0), widest[1]) / step))
  at_high <- 0:ceiling(min(max(range[2], 0), widest[2]) / step)
  fails_low <- at_low[iv_deltas(counts, grid_points(at_low, step))$lower < -bound_slack]
  fails_high <- at_high[iv_deltas(counts, grid_points(at_high, step))$upper < -bound_slack]
  last <- iv_ranges(counts)
  c(
    if (length(fails_low) > 0) step * (fails_low[1] + 1) else last[1],
    if (length(fails_high) > 0) step * (fails_high[1] - 1) else last[2]
  )
}

# A threshold defined as an LR must equal it exactly.
grid_points <- function(at, step) signif(at * step, 12)

# A criterion that is 0 up to rounding is kept.
bound_slack <- 1e-12
