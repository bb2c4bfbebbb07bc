# Exact binomial interval (Clopper-Pearson).
binomial_interval <- function(k, n, level) {
  tail <- (1 - level) / 2
  new_frame(
    lower = ifelse(k == 0, 0, stats::qbeta(tail, k, n - k + 1)),
    upper = ifelse(k == n, 1, stats::qbeta(1 - tail, k + 1, n - k))
  )
}
