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

elub_exact <- function(counts) {
  # A piece begins at a trial with LR = 1, so that the downward search does not meet it.
  pieces <- threshold_pieces(counts)
  if (elub_utility(counts, 0, pieces) < -bound_slack) return(c(0, 0))
  first_unsupported(pieces, bound_additions$elub)
}

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

# Additions of each criterion to the numbers of trials beyond a threshold: of the hypothesis that an
# LR there supports, and of the other.
bound_additions <- list(elub = c(0, 1), iv = c(0.5, 0.5))

# The first threshold on either side of LR = 1 that exceeds the ratio of the shares beyond it, which
# is known in closed form for each piece.
first_unsupported <- function(pieces, added) {
  odds <- (pieces$totals[2] + 1) / (pieces$totals[1] + 1)
  above <- log10(odds * (pieces$above_h1 + added[1]) / (pieces$above_h2 + added[2]))
  below <- log10(odds * (pieces$below_h1 + added[2]) / (pieces$below_h2 + added[1]))
  above <- pmax(pieces$from, above, 0)
  below <- pmin(pieces$to, below, 0)
  c(max(below[below > pieces$from]), min(above[above < pieces$to]))
}

# log10 of the ratio of the losses without and with the evidence: positive if it helps.
elub_utility <- function(counts, threshold, pieces = threshold_pieces(counts)) {
  piece <- findInterval(threshold, pieces$to) + 1
  loss <- (pieces$below_h1[piece] + 1) / (counts$totals[1] + 1) +
    10^threshold * (pieces$above_h2[piece] + 1) / (counts$totals[2] + 1)
  pmin(0, threshold) - log10(loss)
}

# A criterion that is 0 up to rounding is kept.
bound_slack <- 1e-12
