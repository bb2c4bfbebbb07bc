# Empirical lower and upper bound, Vergeer et al. (2016). With one misleading LR added per side the
# loss at a threshold theta is rejected + theta * accepted, where `rejected` is the share of H1 with
# LR <= theta and `accepted` that of H2 with LR > theta; without the evidence it is min(1, theta).

elub_of <- function(system) elub_exact(counts_for(system, near_bounds(elub_exact, may_harm)))

# A row of counts may merge many values. Rows in which a threshold could fail are resolved.
near_bounds <- function(exact, may_fail) {
  resolved_rows(\(counts, end) {
    bounds <- exact(counts)
    if (any(bounds != 0)) which(may_fail(counts, bounds) & counts$value < end)
  })
}

# Rows between the bounds, and rows with a bound, in which a threshold could be harmful: the loss
# with the evidence is at most that with all trials of the row on the wrong side.
may_harm <- function(counts, bounds) {
  pieces <- threshold_pieces(counts)
  from <- pieces$from[-1]
  to <- pieces$to[-1]
  most <- (pieces$below_h1[-1] + 1) / (counts$totals[1] + 1) +
    10^to * (utils::head(pieces$above_h2, -1) + 1) / (counts$totals[2] + 1)
  least <- 10^pmin(0, from)
  (is.nan(most) | most >= least * (1 - 1e-9)) & to >= bounds[1] & from <= bounds[2]
}

elub_exact <- function(counts) supported(threshold_pieces(counts), "elub")

# Numbers of trials below and above the thresholds from one distinct LR up to the next, for which
# they are constant.
threshold_pieces <- function(counts) {
  log10_lr <- to_log10(counts$value, counts$scale)
  below <- lapply(counts[c("n_h1", "n_h2")], \(n) c(0, cumsum(n)))
  above <- lapply(counts[c("n_h1", "n_h2")], \(n) c(rev(cumsum(rev(n))), 0))
  list(
    from = c(-Inf, log10_lr), to = c(log10_lr, Inf), totals = counts$totals, below_h1 = below$n_h1,
    below_h2 = below$n_h2, above_h1 = above$n_h1, above_h2 = above$n_h2
  )
}

# The lower and the upper bound by a criterion; with `first`, the first threshold on either side of
# LR = 1 that exceeds the ratio of the shares beyond it.
supported <- function(pieces, by, first = FALSE) {
  .Call(ffi_supported, pieces, match(by, c("elub", "iv")) - 1L, first)
}
