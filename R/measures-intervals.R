# Intervals from bootstrap replicates.

# A data frame with a row per estimate; `replicates` has a row for each and a column per replicate.
bootstrap_intervals <- function(estimate, replicates, level, interval) {
  ends <- vapply(seq_along(estimate), \(i) {
    interval_ends(estimate[i], sort(replicates[i, ]), level, interval)
  }, numeric(2))
  # Nothing is known of the spread where some replicates are infinite.
  spread <- apply(replicates, 1, \(r) if (all(is.finite(r))) stats::sd(r) else NA_real_)
  data.frame(std_error = spread, lower = ends[1, ], upper = ends[2, ])
}

interval_ends <- function(estimate, sorted, level, interval) {
  if (length(sorted) == 0 || is.na(estimate)) {
    return(c(NA_real_, NA_real_))
  }
  tail <- (1 - level) / 2
  probability <- c(tail, 1 - tail)
  switch(interval,
    percentile = sorted_quantile(sorted, probability),
    basic = reflect(estimate, sorted_quantile(sorted, probability)),
    bc = sorted_quantile(sorted, bias_corrected(estimate, sorted, probability))
  )
}

reflect <- function(estimate, ends) {
  if (is.infinite(estimate)) c(NA_real_, NA_real_) else rev(2 * estimate - ends)
}

# Efron 1987, without acceleration; replicates equal to the estimate count half.
bias_corrected <- function(estimate, sorted, probability) {
  n <- length(sorted)
  below <- (sum(sorted < estimate) + sum(sorted == estimate) / 2) / n
  shift <- stats::qnorm(min(max(below, 0.5 / n), 1 - 0.5 / n))
  stats::pnorm(2 * shift + stats::qnorm(probability))
}

# Of n replicates the k-th smallest has probability k / (n + 1). Infinite ones are not averaged with
# others: an end between the two is infinite.
sorted_quantile <- function(sorted, probability) {
  n <- length(sorted)
  at <- pmin(pmax(probability * (n + 1), 1), n)
  left <- sorted[floor(at)]
  right <- sorted[ceiling(at)]
  ifelse(left == right, left, left + (right - left) * (at - floor(at)))
}
