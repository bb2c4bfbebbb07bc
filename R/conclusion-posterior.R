# Intervals of measures of conclusions: quantiles over the posterior of the counts.

# Shares of the conclusions drawn from their posterior, in columns.
draw_shares <- function(count, alpha, times) {
  shape <- rep(count + alpha, times)
  g <- matrix(stats::rgamma(length(shape), shape), length(count))
  g / rep(colSums(g), each = length(count))
}

# The prior is worth one comparison under each hypothesis (Perks 1947). Dependent comparisons count as
# many as the largest design effect leaves of them.
conclusion_posterior <- function(system, level, by) {
  times <- times_for(level)
  effect <- max(design_effects(system, rep(0.5, length(system$h1)), by, level))
  draw <- \(count) sum(count) * draw_shares(count / effect, 1 / length(count), times)
  least <- \(count) round(count / effect)
  informs <- scale_informs(least(system$h1), least(system$h2), system$ordered, level)
  list(m = draw(system$h1), n = draw(system$h2), informs = informs)
}

# Number of draws that the tails of the level need.
times_for <- function(level) as.integer(min(max(2000, 40 / (1 - level)), 1e5))

# Is the information of the conclusions beyond the tail of its distribution under permutation of the
# truths?
scale_informs <- function(m, n, ordered, level) {
  if (sum(m) == 0 || sum(n) == 0) return(FALSE)
  least <- \(m, n) least_conclusion_costs(m, n, ordered)
  times <- times_for(level)
  tables <- stats::r2dtable(times, c(sum(m), sum(n)), m + n)
  side <- \(k) vapply(tables, \(table) as.double(table[k, ]), numeric(length(m)))
  as_good <- sum(least(side(1), side(2)) <= least(cbind(m), cbind(n)) + 1e-12)
  (1 + as_good) / (times + 1) <= (1 - level) / 2
}
