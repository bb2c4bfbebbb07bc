# Intervals from what replicates say.

# A data frame with a row per measure. `found` has their `plug_in` values and, with a row for each,
# the `replicates`, the `model` that these scatter about, and the error `rates` of which a cost is
# made; `labels` say what the measures are.
bootstrap_intervals <- function(labels, found, resampling) {
  rows <- lapply(seq_along(found$plug_in), \(i) {
    measure_interval(measure_row(labels, found, i), resampling)
  })
  do.call(rbind, rows)
}

# All that is known of the i-th measure.
measure_row <- function(labels, found, i) {
  c(
    as.list(labels[i, c("scale", "top", "flattered", "known")]),
    list(
      plug_in = found$plug_in[i], replicates = found$replicates[i, ], model = found$model[i],
      rates = found$rates[i, ], n = found$n
    )
  )
}

measure_interval <- function(one, resampling) {
  one$estimate <- corrected_value(one, resampling)
  state <- interval_state(one, resampling)
  ends <- switch(state,
    known = rep(one$estimate, 2),
    none = , few = , same = c(NA_real_, NA_real_),
    interval_ends(one, resampling)
  )
  if (state == "separated") ends[one$plug_in == c(0, one$top)] <- one$plug_in
  if (state %in% c("ordinary", "separated")) {
    if (isTRUE(one$estimate < ends[1] || one$estimate > ends[2])) {
      state <- "biased"
    } else if (all(is.finite(ends)) && no_spread(ends)) {
      state <- "same"
    }
    if (state %in% c("biased", "same")) ends <- c(NA_real_, NA_real_)
  }
  # Nothing is known of the spread where some replicates are infinite.
  spread <- if (all(is.finite(one$replicates))) stats::sd(one$replicates) else NA_real_
  data.frame(
    estimate = one$estimate, plug_in = one$plug_in, std_error = spread, lower = ends[1],
    upper = ends[2], note = unname(interval_notes[state])
  )
}

interval_notes <- c(
  few = "few trials", same = "no spread", separated = "separated", biased = "biased"
)

# The plug-in value without what replicates have more or less than the model they come from.
corrected_value <- function(one, resampling) {
  if (!resampling$corrected || !one$flattered || resampling$replicates == 0 ||
    !is.finite(one$plug_in) || min(one$n) < 5) {
    return(one$plug_in)
  }
  value <- one$plug_in - (mean(one$replicates) - one$model)
  if (one$scale == "share") min(max(value, 0), one$top) else value
}

# What keeps an interval from being an ordinary one.
interval_state <- function(one, resampling) {
  if (resampling$replicates == 0 || is.na(one$plug_in)) {
    "none"
  } else if (one$known) {
    "known"
  } else if (min(one$n) < 5) {
    "few"
  } else if (no_spread(one$replicates) && !is_exact(one, resampling)) {
    "same"
  } else if (one$scale == "share" && one$plug_in %in% c(0, one$top) && !is_difference(one)) {
    "separated"
  } else {
    "ordinary"
  }
}

no_spread <- function(x) {
  ends <- range(x)
  all(is.finite(ends)) && diff(ends) <= 1e-12 * max(abs(ends))
}

is_difference <- function(one) one$scale == "gap"

interval_ends <- function(one, resampling) {
  if (resampling$interval == "scaled") {
    return(scaled_interval(one, resampling))
  }
  # Replicates of what is corrected scatter about the corrected value.
  shift <- if (one$flattered && resampling$corrected) one$estimate - mean(one$replicates) else 0
  rank_interval(one$estimate, sort(one$replicates + shift), resampling$level, resampling$interval)
}

# A normal interval on a scale on which the measure is about normal.
scaled_interval <- function(one, resampling) {
  z <- stats::qnorm((1 + resampling$level) / 2)
  if (is_exact(one, resampling)) {
    return(rate_interval(one$rates, one$n, z))
  }
  if (!all(is.finite(c(one$plug_in, one$replicates)))) {
    return(rank_interval(one$plug_in, sort(one$replicates), resampling$level, "percentile"))
  }
  switch(one$scale,
    cost = cost_interval(one, z),
    gap = one$estimate + c(-1, 1) * wide(one) * z * stats::sd(one$replicates),
    share_interval(one, z, resampling)
  )
}

# For the spread being known from few trials only; what comes from a model that was estimated needs
# a little more. Found by simulation (bench/coverage.R).
wide <- function(one) if (one$scale == "cost") 1 + 3 / min(one$n) else 1.07

cost_interval <- function(one, z) {
  one$plug_in * exp(c(-1, 1) * wide(one) * z * stats::sd(log(one$replicates)))
}

# On the arcsine scale. The upper end is that of the basic interval where this is higher, so that it
# holds where there is no discrimination.
share_interval <- function(one, z, resampling) {
  to_angle <- \(x) asin(sqrt(pmin(pmax(x / one$top, 0), 1)))
  angles <- to_angle(one$replicates)
  centre <- to_angle(one$plug_in)
  if (one$flattered && resampling$corrected) centre <- centre - mean(angles) + to_angle(one$model)
  ends <- centre + c(-1, 1) * wide(one) * z * stats::sd(angles)
  ends <- one$top * sin(pmin(pmax(ends, 0), pi / 2))^2
  if (one$flattered) {
    tail <- sorted_quantile(sort(one$replicates), (1 - resampling$level) / 2)
    ends[2] <- max(ends[2], min(one$top, one$plug_in - tail + one$model))
  }
  # The estimate is corrected on the plain scale.
  c(min(ends[1], one$estimate), max(ends[2], one$estimate))
}

# Whether a cost is a sum of two shares of independent trials.
is_exact <- function(one, resampling) {
  one$scale == "rate" && resampling$interval == "scaled" && resampling$exact &&
    !anyNA(one$rates)
}

# Zou and Donner 2008: limits of a weighted sum of two rates from Wilson's limits of each.
rate_interval <- function(rates, n, z) {
  rate <- c(rates[["p_miss"]], rates[["p_fa"]])
  weight <- c(rates[["weight_miss"]], rates[["weight_fa"]])
  limits <- wilson_limits(rate, n, z)
  value <- sum(weight * rate)
  c(
    max(0, value - sqrt(sum((weight * (rate - limits$lower))^2))),
    value + sqrt(sum((weight * (limits$upper - rate))^2))
  )
}

wilson_limits <- function(rate, n, z) {
  centre <- (rate + z^2 / (2 * n)) / (1 + z^2 / n)
  half <- z / (1 + z^2 / n) * sqrt(rate * (1 - rate) / n + z^2 / (4 * n^2))
  list(lower = pmax(0, centre - half), upper = pmin(1, centre + half))
}

rank_interval <- function(estimate, sorted, level, interval) {
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

# Efron 1987, without acceleration; replicates equal to the estimate count half. They are sums in
# another order, so equal ones differ in the last digits.
bias_corrected <- function(estimate, sorted, probability) {
  n <- length(sorted)
  largest <- max(0, abs(sorted[is.finite(sorted)]))
  margin <- if (is.finite(estimate)) 1e-12 * max(abs(estimate), largest) else 0
  below <- sum(sorted < estimate - margin)
  equal <- sum(sorted <= estimate + margin) - below
  shift <- stats::qnorm(min(max((below + equal / 2) / n, 0.5 / n), 1 - 0.5 / n))
  stats::pnorm(2 * shift + stats::qnorm(probability))
}

# Of n replicates the k-th smallest has probability k / (n + 1). Infinite ones are not averaged with
# others: an end between the two is infinite.
sorted_quantile <- function(sorted, probability) {
  n <- length(sorted)
  at <- pmin(pmax(probability * (n + 1), 1), n)
  left <- sorted[floor(at)]
  right <- sorted[ceiling(at)]
  ifelse(left == right | left == -Inf, left, left + (right - left) * (at - floor(at)))
}
