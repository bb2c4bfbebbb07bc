# The posterior of counts of conclusions, and their distribution without information.

# Shares of the conclusions drawn from their posterior, in columns.
draw_shares <- function(count, alpha, times) {
  shape <- rep(count + alpha, times)
  g <- matrix(stats::rgamma(length(shape), shape), length(count))
  # The complement of a smaller share is 1, and the LR of a conclusion that may be wrong infinite.
  pmax(g / rep(colSums(g), each = length(count)), 1e-15 * (g > 0))
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

# Quantile of Student's t for these units, in those of the normal distribution.
unit_t <- \(df, level) t_over_z(df + 1, stats::qnorm((1 + level) / 2))
