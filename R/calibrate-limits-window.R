# Limits of a ratio of densities from the shares of either hypothesis near a value. A window of
# sqrt(3) bandwidths to either side has the spread of a Gaussian kernel, and Clopper-Pearson limits
# of the share inside are valid for any number of trials. Draws of the trials would not show the
# bias of kernel densities, which is largest where trials are few.

# `effect`: the factor by which shared items reduce the effective number of trials.
limits_by_window <- function(transform, set, value, level, effect) {
  h1 <- window_share(transform$h1, value / transform$unit, level, effect)
  h2 <- window_share(transform$h2, value / transform$unit, level, effect)
  wider <- log(transform$h1$bandwidth / transform$h2$bandwidth)
  wider <- wider - transform$share
  list(lower = log(h1$lower / h2$upper) - wider, upper = log(h1$upper / h2$lower) - wider)
}

window_share <- function(density, x, level, effect) {
  below <- c(0, cumsum(density$n))
  reach <- sqrt(3) * density$bandwidth
  inside <- below[findInterval(x + reach, density$at) + 1] -
    below[findInterval(x - reach, density$at, left.open = TRUE) + 1]
  # Many values share a count, and quantiles take longer than all else.
  counts <- unique(inside)
  k <- pmax(counts, 0) / effect
  rest <- pmax(density$total / effect - k, 0)
  limits <- list(
    lower = stats::qbeta((1 - level) / 2, k, rest + 1),
    upper = stats::qbeta((1 + level) / 2, k + 1, rest)
  )
  lapply(limits, \(limit) limit[match(inside, counts)])
}
