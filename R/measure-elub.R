# Empirical lower and upper bound, Vergeer et al. (2016). With one misleading LR added per side the
# loss at a threshold theta is rejected + theta * accepted, where `rejected` is the share of H1 with
# LR <= theta and `accepted` that of H2 with LR > theta; without the evidence it is min(1, theta).

elub_of <- function(system) elub_exact(counts_for(system, near_bounds(elub_exact, may_harm)))

# Counts may have many values merged into one row. Rows in which a threshold might fail are
# resolved.
near_bounds <- function(exact, may_fail) {
  where_doubtful(\(counts, end) {
    bounds <- exact(counts)
    if (any(bounds != 0)) which(may_fail(counts, bounds) & counts$value < end)
  })
}

# Rows between the bounds, and rows that hold a bound, in which a threshold might be harmful: the
# evidence loses at most what all trials there could make it lose.
may_harm <- function(counts, bounds) {
  pieces <- elub_pieces(counts)
  n <- length(counts$value)
  from <- pieces$from[-1]
  to <- pieces$to[-1]
  most <- pieces$rejected_h1[-1] / (counts$totals[1] + 1) +
    10^to * pieces$accepted_h2[-(n + 1)] / (counts$totals[2] + 1)
  least <- 10^pmin(0, from)
  (is.nan(most) | most >= least * (1 - 1e-9)) & to >= bounds[1] & from <= bounds[2]
}

# Both shares are constant for thresholds from one distinct LR up to the next, so the first harmful
# threshold of each such piece is known in closed form.
elub_exact <- function(counts) {
  # A trial with LR = 1 begins a piece there, so that the way down does not meet it.
  pieces <- elub_pieces(counts)
  if (elub_utility(counts, 0, pieces) < -bound_slack) return(c(0, 0))
  odds <- (counts$totals[2] + 1) / (counts$totals[1] + 1)
  above <- pmax(pieces$from, log10(odds * pieces$kept_h1 / pieces$accepted_h2), 0)
  below <- pmin(pieces$to, log10(odds * pieces$rejected_h1 / pieces$kept_h2), 0)
  c(max(below[below > pieces$from]), min(above[above < pieces$to]))
}

# Numbers for thresholds in [from, to): trials rejected or accepted wrongly, the added ones
# included, and trials rejected or accepted rightly.
elub_pieces <- function(counts) {
  log10_lr <- to_log10(counts$value, counts$scale)
  list(
    from = c(-Inf, log10_lr),
    to = c(log10_lr, Inf),
    rejected_h1 = c(0, cumsum(counts$n_h1)) + 1,
    kept_h1 = c(rev(cumsum(rev(counts$n_h1))), 0),
    accepted_h2 = c(rev(cumsum(rev(counts$n_h2))), 0) + 1,
    kept_h2 = c(0, cumsum(counts$n_h2))
  )
}

# log10 of what the evidence saves: positive where it helps.
elub_utility <- function(counts, threshold, pieces = elub_pieces(counts)) {
  piece <- findInterval(threshold, pieces$to) + 1
  loss <- pieces$rejected_h1[piece] / (counts$totals[1] + 1) +
    10^threshold * pieces$accepted_h2[piece] / (counts$totals[2] + 1)
  pmin(0, threshold) - log10(loss)
}

# The published scan. Thresholds beyond the LRs, or beyond what the numbers of trials can support,
# are not examined.
elub_grid <- function(counts, step) {
  range <- range(to_log10(counts$value, counts$scale))
  floor_steps <- \(x) floor(signif(x / step, 12))
  first <- min(0, floor_steps(max(range[1], -log10(counts$totals[1] + 1))))
  last <- max(0, floor_steps(min(range[2], log10(counts$totals[2] + 1))) + 1)
  at <- first:last
  harmful <- at[elub_utility(counts, grid_points(at, step)) < -bound_slack]
  step * c(max(first, harmful[harmful <= 0] + 1), min(last, harmful[harmful >= 0] - 1))
}

# A criterion that is 0 but for rounding is kept.
bound_slack <- 1e-12

# A threshold that is meant to equal an LR must equal it.
grid_points <- function(at, step) signif(at * step, 12)
