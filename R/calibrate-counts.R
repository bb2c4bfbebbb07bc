# Common parts of the methods that learn from counted trials: sorted distinct inputs, ln LRs or
# scores, with the numbers of trials at each.

training_counts <- function(system) {
  counts <- counts_of(system)
  counts$value <- to_ln(counts$value, system$scale)
  counts
}

# Methods learn from finite values, and need some of both hypotheses.
check_finite_trials <- function(system, where) {
  infinite <- infinite_of(system)
  totals <- totals_of(system)
  for (h in c("h1", "h2")) {
    share <- infinite[[paste0("n_", h)]] / totals[[h]]
    if (sum(share) > 1 - 1e-12) stop_no_finite(toupper(h), where)
  }
}

stop_no_finite <- function(hypothesis, where) refuse("no_finite")

# Counts without infinite inputs that are right; the totals do not change. Density methods treat the
# ends as point masses: `share` is the log of the ratio of the shares of finite trials, `ends` the
# ln LRs of -Inf and Inf, finite if both hypotheses have trials there.
finite_counts <- function(system, where, masses = FALSE) {
  counts <- training_counts(system)
  at <- \(n, end) sum(n[counts$value == end]) / sum(n)
  h1 <- c(at(counts$n_h1, -Inf), at(counts$n_h1, Inf))
  h2 <- c(at(counts$n_h2, -Inf), at(counts$n_h2, Inf))
  wrong <- c(h1[1], h2[2]) > 0
  if (any(wrong & !(masses & c(h2[1], h1[2]) > 0))) {
    stop_certain(c(h1[1], h2[2]) * counts$totals, where)
  }
  counts$share <- log1p(-sum(h1)) - log1p(-sum(h2))
  counts$ends <- ifelse(wrong, log(h1 / h2), c(-Inf, Inf))
  finite <- is.finite(counts$value)
  counts[c("value", "n_h1", "n_h2")] <- lapply(counts[c("value", "n_h1", "n_h2")], `[`, finite)
  refuse_if(length(counts$value) < 2, "constant")
  counts
}

# Ends with an ln LR of their own are kept; infinite ones are returned unchanged.
finite_ends <- function(counts) if (any(is.finite(counts$ends))) counts$ends

# The cost at the training prior, in nats.
cost_at <- function(points, prior) {
  means <- mean_costs(points, stats::qlogis(prior))
  prior * means$h1 + (1 - prior) * means$h2
}

# A power of 2: division by it keeps squares from overflowing, without rounding.
binary_unit <- function(x) {
  largest <- max(abs(x))
  if (largest == 0) 1 else 2^pmin(pmax(floor(log2(largest)), -1000), 1000)
}
