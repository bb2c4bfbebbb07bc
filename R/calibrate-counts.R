# What the methods have in common that learn from counted trials: sorted distinct inputs, ln LRs or
# scores as they are, with the numbers of trials on each.

training_counts <- function(system) {
  counts <- counts_of(system)
  counts$value <- to_ln(counts$value, system$scale)
  counts
}

# Counts without infinite inputs that are right; the totals stay.
finite_counts <- function(system, where) {
  counts <- training_counts(system)
  wrong <- c(sum(counts$n_h1[counts$value == -Inf]), sum(counts$n_h2[counts$value == Inf]))
  if (any(wrong > 0)) stop_certain(wrong, where)
  finite <- is.finite(counts$value)
  counts[c("value", "n_h1", "n_h2")] <- lapply(counts[c("value", "n_h1", "n_h2")], `[`, finite)
  if (length(counts$value) < 2) stop_constant(where)
  counts
}

# There is a minimum if and only if the two hypotheses overlap, one input value in common apart.
check_overlap <- function(counts, penalty, where) {
  h1 <- counts$value[counts$n_h1 > 0]
  h2 <- counts$value[counts$n_h2 > 0]
  separated <- length(h1) == 0 || length(h2) == 0 || min(h1) >= max(h2) || min(h2) >= max(h1)
  if (separated && penalty == 0) stop_separable(where)
}

# The cost at the training prior, in nats.
cost_at <- function(points, prior) {
  means <- mean_costs(points, stats::qlogis(prior))
  prior * means$h1 + (1 - prior) * means$h2
}

# Covariance of the mean of `u`, of which row i occurs n[i] times among `total`.
class_spread <- function(u, n, total) {
  mean <- colSums(n * u) / total
  (crossprod(u, n * u) / total - tcrossprod(mean)) / total
}

# Dividing by it keeps squares from overflowing, without rounding.
binary_unit <- function(x) {
  largest <- max(abs(x))
  if (largest == 0) 1 else 2^pmin(pmax(floor(log2(largest)), -1000), 1000)
}

check_representable <- function(coefficients, where) {
  if (!all(is.finite(coefficients))) stop_size(where)
}

stop_uninformative <- function(where) {
  stop_input(
    "The scores{where} do not grow with the support for H1.",
    x = "No rising transformation makes them better than saying LR = 1 always.",
    i = "Is {.arg truth} the right way round? Distances must be given a minus sign.",
    class = "calibrant_error_direction"
  )
}
