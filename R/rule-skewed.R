# The asymmetric members of the beta family: rho is the density of Beta(a, b), a = gamma[1] + 1 and
# b = gamma[2] + 1 (Buja, Stuetzle and Shen 2005). The symmetric ones are in the kernel.

# Costs of the posteriors h1 of H1 and h2 of H2.
skewed_costs <- function(rule, h1, h2) {
  a <- rule$gamma[1] + 1
  b <- rule$gamma[2] + 1
  list(h1 = skewed_branch(h1, h2, a, b), h2 = skewed_branch(h2, h1, b, a))
}

mean_skewed_costs <- function(points, rule, log_odds) {
  weighted <- \(costs, n, total) sum((costs * n)[n > 0]) / total
  means <- lapply(log_odds, \(at) {
    costs <- skewed_costs(rule, stats::plogis(points$llr + at), stats::plogis(-points$llr - at))
    c(
      weighted(costs$h1, points$n_h1, points$totals[1]),
      weighted(costs$h2, points$n_h2, points$totals[2])
    )
  })
  means <- matrix(as.double(unlist(means)), 2)
  list(h1 = means[1, ], h2 = means[2, ])
}

# The integral of rho(t) / t from q to 1, p = 1 - q: the incomplete beta function with the first
# parameter a - 1, which may be 0 or negative.
skewed_branch <- function(q, p, a, b) {
  if (a > 1.05) return((a + b - 1) / (a - 1) * stats::pbeta(p, b, a - 1))
  out <- numeric(length(q))
  high <- q >= 0.5
  out[high] <- upper_integral(q[high], p[high], a - 1, b)
  out[!high] <- upper_integral(0.5, 0.5, a - 1, b) + lower_integral(q[!high], a - 1, b)
  out / beta(a, b)
}

# The integral of t^(s-1) (1-t)^(b-1) from q >= 1/2 to 1, by a series of positive terms.
upper_integral <- function(q, p, s, b) {
  sum <- term <- rep(1, length(p))
  for (n in 0:120) {
    term <- term * (s + b + n) / (b + 1 + n) * p
    sum <- sum + term
  }
  p^b * q^s / b * sum
}

# The same from q to 1/2. The power of 1 - t is brought down to b <= 2, where its binomial series
# converges quickly: t^(s-1) (1-t)^(b-1) = t^(s-1) (1-t)^(b-2) - t^s (1-t)^(b-2).
lower_integral <- function(q, s, b) {
  taken <- 0
  while (b > 2) {
    b <- b - 1
    taken <- taken + beta(s + 1, b) * (stats::pbeta(0.5, s + 1, b) - stats::pbeta(q, s + 1, b))
  }
  coefficient <- 1
  sum <- 0
  for (n in 0:60) {
    sum <- sum + coefficient * power_integral(q, s + n)
    coefficient <- coefficient * (n + 1 - b) / (n + 1)
  }
  sum - taken
}

# The integral of t^(power-1) from q to 1/2.
power_integral <- function(q, power) {
  gap <- log(2 * q)
  if (power == 0) -gap else -expm1(power * gap) * 0.5^power / power
}
