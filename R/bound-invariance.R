# Invariance verification, Alberink et al. (2025): the ratio of the shares of H1 and H2 trials on
# the far side of a threshold must be at least as strong as the threshold itself.

iv_prior <- 0.5

iv_of <- function(system) iv_exact(counts_for(system, near_bounds(iv_exact, iv_may_fail)))

# The log10 ratios of the shares are constant from one distinct LR to the next.
iv_exact <- function(counts) {
  pieces <- iv_pieces(counts)
  n <- length(pieces$from)
  above <- pmax(pieces$from, pieces$log10_ratio_above, 0)[-n]
  below <- pmin(pieces$to, pieces$log10_ratio_below, 0)[-1]
  last <- iv_ranges(counts)
  # A trial with LR = 1 ends a piece there, so that the way up does not meet it.
  at_one <- iv_deltas(counts, 0)
  c(
    max(
      below[below > pieces$from[-1]], if (all(below <= pieces$from[-1])) last[1],
      if (at_one$lower < -bound_slack) 0
    ),
    min(
      above[above < pieces$to[-n]], if (all(above >= pieces$to[-n])) last[2],
      if (at_one$upper < -bound_slack) 0
    )
  )
}

# Pieces run over the thresholds `from < t <= to`.
iv_pieces <- function(counts) {
  log10_lr <- to_log10(counts$value, counts$scale)
  sides <- iv_sides(counts)
  list(
    from = c(-Inf, log10_lr),
    to = c(log10_lr, Inf),
    log10_ratio_below = iv_log10_ratio(counts, sides$below_h1, sides$below_h2),
    log10_ratio_above = iv_log10_ratio(counts, sides$above_h1, sides$above_h2)
  )
}

# Numbers of trials below each piece or in it, and numbers above it.
iv_sides <- function(counts) {
  below <- lapply(counts[c("n_h1", "n_h2")], \(n) c(0, cumsum(n)))
  above <- lapply(counts[c("n_h1", "n_h2")], \(n) c(rev(cumsum(rev(n))), 0))
  list(below_h1 = below$n_h1, below_h2 = below$n_h2, above_h1 = above$n_h1, above_h2 = above$n_h2)
}

iv_log10_ratio <- function(counts, n_h1, n_h2) {
  log10((n_h1 + iv_prior) / (counts$totals[1] + 2 * iv_prior)) -
    log10((n_h2 + iv_prior) / (counts$totals[2] + 2 * iv_prior))
}

# Might a threshold between a value and the next fail, were the trials there in the worst order?
iv_may_fail <- function(counts, bounds) {
  n <- length(counts$value)
  sides <- iv_sides(counts)
  ends <- to_log10(c(counts$value, Inf), counts$scale)
  from <- ends[-(n + 1)]
  to <- ends[-1]
  most_below <- iv_log10_ratio(counts, sides$below_h1[-1], sides$below_h2[-(n + 1)])
  least_above <- iv_log10_ratio(counts, sides$above_h1[-1], sides$above_h2[-(n + 1)])
  slack <- 1e-9
  from < 0 & to >= bounds[1] & most_below > from - slack |
    to > 0 & from <= bounds[2] & least_above < to + slack
}

# The smallest LR under H2 and the largest under H1.
iv_ranges <- function(counts) {
  ends <- c(which(counts$n_h2 > 0)[1], utils::tail(which(counts$n_h1 > 0), 1))
  to_log10(counts$value[ends], counts$scale)
}

iv_deltas <- function(counts, threshold) {
  pieces <- iv_pieces(counts)
  piece <- findInterval(threshold, pieces$to, left.open = TRUE) + 1
  list(
    lower = threshold - pieces$log10_ratio_below[piece],
    upper = pieces$log10_ratio_above[piece] - threshold
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
