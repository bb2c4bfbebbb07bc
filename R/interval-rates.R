# Limits of error rates and of their weighted sums.

# Zou and Donner 2008: limits of a weighted sum of two rates from Wilson's limits of each. A rate
# alone has exact ones.
rate_interval <- function(rates, n, z) {
  rate <- c(rates[["p_miss"]], rates[["p_fa"]])
  weight <- c(rates[["weight_miss"]], rates[["weight_fa"]])
  if (all(sort(weight) == c(0, 1))) {
    one <- which(weight == 1)
    exact <- binomial_interval(round(rate[one] * n[[one]]), n[[one]], 2 * stats::pnorm(z) - 1)
    return(c(exact$lower, exact$upper))
  }
  limits <- wilson_limits(rate, n, z)
  value <- sum(weight * rate)
  reach <- \(end) sqrt(sum((weight * (rate - limits[[end]]))^2))
  c(max(0, value - reach("lower")), value + reach("upper"))
}

# Wilson's limits. An end with few trials on its side is too near: for up to three trials a mid-p
# limit replaces it, instead of that of Brown, Cai and DasGupta (2001). An exact one would raise the
# coverage where it is high already, not its minimum over rates.
wilson_limits <- function(rate, n, z) {
  centre <- (rate + z^2 / (2 * n)) / (1 + z^2 / n)
  half <- z / (1 + z^2 / n) * sqrt(rate * (1 - rate) / n + z^2 / (4 * n^2))
  list(
    lower = pmin(pmax(0, centre - half), few_lower(rate, n, z)),
    upper = pmax(pmin(1, centre + half), 1 - few_lower(1 - rate, n, z))
  )
}

# Lower limits for one to three trials; 1 for none or more.
few_lower <- function(rate, n, z) {
  k <- rate * n
  few <- which(k > 0 & k < 3.5)
  each <- \(x) rep_len(x, length(k))[few]
  replace(rep(1, length(k)), few, mid_lower(k[few], each(n), stats::pnorm(-each(z))))
}

# Limits at which more than `k` trials, with half of the probability of `k`, have the probability
# `tail` (mid-p, Lancaster 1961): Newton's method for logarithms, from Jeffreys' limits. Numbers of
# independent trials need not be whole.
mid_lower <- function(k, n, tail) {
  p <- stats::qbeta(tail, k + 0.5, n - k + 0.5)
  for (step in 1:4) {
    share <- stats::pbeta(p, k, n - k + 1) + stats::pbeta(p, k + 1, n - k)
    slope <- stats::dbeta(p, k, n - k + 1) + stats::dbeta(p, k + 1, n - k)
    p <- p * (share / tail / 2)^(-share / (slope * p))
  }
  # A tail of 0.
  ifelse(is.nan(p), 0, pmin(p, 1))
}
