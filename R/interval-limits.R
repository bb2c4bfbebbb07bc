# Intervals from what replicates say.

# A data frame with a row per measure. `found` has their `plug_in` values and, with a row for each,
# the `replicates`, the `model` that these scatter about, and the error `rates` of which a cost is
# made; `labels` say what the measures are.
bootstrap_intervals <- function(labels, found, resampling) {
  if (is.null(labels$low)) labels <- labels_with_ends(labels)
  facts <- data.frame(
    labels[setdiff(names(labels), c("measure", "prior"))],
    plug_in = found$plug_in, model = found$model %||% NA, top_share = found$top_share %||% NA,
    exact = are_exact(labels, found, resampling), spread = spreads_of(found$replicates),
    # Replicates without a value (devPAV) tell how often there is none.
    lost = rowMeans(is.nan(found$replicates))
  )
  few <- if (resampling$by == "source") few_sources(found$units) else 1
  rows <- lapply(seq_len(nrow(facts)), \(i) {
    drawn <- found$replicates[i, ]
    one <- c(as.list(facts[i, ]), found[c("n", "units")], list(
      replicates = drawn[!is.nan(drawn)], rates = found$rates[i, ], few = few
    ))
    measure_interval(one, resampling)
  })
  columns <- c("estimate", "plug_in", "std_error", "lower", "upper", "note")
  as.data.frame(rlang::set_names(lapply(columns, \(k) unlist(lapply(rows, `[[`, k))), columns))
}

# The standard deviation of each row, also near the end of the doubles, where squares are none.
# Nothing is known of the spread where some replicates are infinite.
spreads_of <- function(replicates) {
  vapply(seq_len(nrow(replicates)), \(i) {
    drawn <- replicates[i, !is.nan(replicates[i, ])]
    largest <- max(abs(drawn), 0)
    unit <- if (largest > 0 && is.finite(largest)) 2^floor(log2(largest)) else 1
    if (is.finite(largest)) unit * stats::sd(drawn / unit) else NA_real_
  }, 0)
}

# Between which numbers a measure always is: none is negative, and some have a top.
labels_with_ends <- function(labels) {
  data.frame(labels, low = 0, high = ifelse(is.na(labels$top), Inf, labels$top))
}

# What measures become when `times` those of another system are taken away.
difference_labels <- function(labels, times = 1) {
  labels <- labels_with_ends(labels)
  labels$low <- -times * labels$high
  labels[c("scale", "top")] <- list("gap", NA_real_)
  labels
}

measure_interval <- function(one, resampling) {
  one$estimate <- corrected_value(one, resampling)
  state <- interval_state(one, resampling)
  ends <- switch(state,
    known = rep(one$estimate, 2),
    none = , few = , same = , undefined = c(NA_real_, NA_real_),
    if (resampling$interval == "scaled") {
      scaled_interval(one, resampling)
    } else {
      ranked_interval(one, resampling)
    }
  )
  # Nor does a difference of such means have a lower one.
  if (state == "one") ends <- if (is_difference(one)) c(NA_real_, NA_real_) else c(ends[1], Inf)
  if (state == "separated") ends[one$plug_in == c(0, one$top)] <- one$plug_in
  if (state %in% c("ordinary", "separated")) {
    if (isTRUE(one$estimate < ends[1] || one$estimate > ends[2])) {
      state <- "biased"
    } else if (all(is.finite(ends)) && diff(ends) <= 1e-12 * max(abs(ends))) {
      state <- "same"
    }
    if (state %in% c("biased", "same")) ends <- c(NA_real_, NA_real_)
    # The estimate that is right on average may be beyond what can be, its interval not.
    if (state == "ordinary" && one$estimate < one$low) state <- "below"
    ends <- pmin(pmax(ends, one$low), one$high)
  }
  list(
    estimate = one$estimate, plug_in = one$plug_in, std_error = one$spread, lower = ends[1],
    upper = ends[2], note = unname(interval_notes[state])
  )
}

# Trials of a hypothesis, below which nothing is said of the spread.
fewest_trials <- 5

interval_notes <- c(
  few = "few trials", same = "no spread", separated = "separated", biased = "biased",
  one = "one value", undefined = "undefined", below = "below"
)

# Of a mean; what one value contributes alone may be anything in another sample.
most_top_share <- 0.1

# The plug-in value without what replicates have more or less than the model they come from.
corrected_value <- function(one, resampling) {
  if (!resampling$corrected || !one$flattered || resampling$replicates == 0 ||
    !is.finite(one$plug_in) || min(one$n) < fewest_trials) {
    return(one$plug_in)
  }
  value <- one$plug_in - (mean(one$replicates) - one$model)
  if (one$scale == "share") min(max(value, 0), one$top) else value
}

# What keeps an interval from being an ordinary one.
interval_state <- function(one, resampling) {
  if (resampling$replicates == 0) {
    "none"
  } else if (is.na(one$plug_in) || one$lost > 0.5) {
    "undefined"
  } else if (one$known) {
    "known"
  } else if (min(one$n) < fewest_trials) {
    "few"
  } else if (no_spread(one$replicates) && !one$exact) {
    "same"
  } else if (one$scale %in% c("share", "area") && one$plug_in %in% c(0, one$top)) {
    "separated"
  } else if (isTRUE(one$top_share > most_top_share)) {
    "one"
  } else {
    "ordinary"
  }
}

no_spread <- function(x) {
  ends <- range(x)
  all(is.finite(ends)) && diff(ends) <= 1e-12 * max(abs(ends))
}

is_difference <- function(one) one$scale == "gap"

# Replicates of what is corrected scatter about the corrected value.
ranked_interval <- function(one, resampling) {
  shift <- if (one$flattered && resampling$corrected) one$estimate - mean(one$replicates) else 0
  rank_interval(one$estimate, sort(one$replicates + shift), resampling$level, resampling$interval)
}

# A normal interval on a scale on which the measure is about normal; for a band, with as many
# standard deviations as hold it everywhere.
scaled_interval <- function(one, resampling) {
  z <- resampling$z
  if (one$exact) {
    return(rate_interval(one$rates, one$n, z))
  }
  if (!all(is.finite(c(one$plug_in, one$replicates))) || one$scale == "distance" && has_zero(one)) {
    return(rank_interval(one$plug_in, sort(one$replicates), 2 * stats::pnorm(z) - 1, "percentile"))
  }
  z <- z * wide(one, resampling)
  switch(one$scale,
    cost = , mean = skewed_interval(one, z),
    distance = one$estimate * exp(c(-1, 1) * z * stats::sd(log(one$replicates))),
    gap = one$estimate + c(-1, 1) * z * stats::sd(one$replicates),
    area = area_interval(one, z),
    share_interval(one, z, resampling)
  )
}

has_zero <- function(one) any(c(one$plug_in, one$replicates) == 0)

# Replicates of few sources vary too little, since many of them are lost in a draw: by a fifth for
# 20 sources. Found by simulation (bench/coverage.R).
few_sources <- function(units) 1 + 6 / units

# The spread is known from few trials or sources only: Student's t for means of trials; what comes
# from a model that was estimated needs a little more. Found by simulation too.
wide <- function(one, resampling) {
  if (!one$scale %in% c("cost", "mean", "area")) {
    least <- if (one$scale == "share") 0.95 * rate_spread(one, resampling) else 0
    return(one$few * max(1.07, least / stats::sd(one$replicates)))
  }
  z <- resampling$z
  freedom <- max(one$units - 1, 1)
  max(one$few, stats::qt(stats::pnorm(z), freedom) / z) * sqrt((freedom + 1) / freedom)
}

# What is made of the error rates after PAV varies as they do at a fixed threshold, where there are
# many trials. Replicates of few vary less, since PAV adapts to each, but not so what is corrected
# by them.
rate_spread <- function(one, resampling) {
  if (!resampling$exact || !resampling$corrected || anyNA(one$rates)) {
    return(0)
  }
  rate <- one$rates[c("p_miss", "p_fa")]
  sqrt(sum(one$rates[c("weight_miss", "weight_fa")]^2 * rate * (1 - rate) / one$n[c("h1", "h2")]))
}

skewed_interval <- function(one, z) {
  unit <- 2^floor(log2(max(one$replicates)))
  replicates <- one$replicates / unit
  spread <- stats::sd(replicates)
  skewness <- mean(((replicates - mean(replicates)) / spread)^3)
  unit * hall_interval(one$plug_in / unit, spread, skewness, z)
}

# Hall 1992, the inverse of his cubic transformation: mean costs are skewed, and so is their
# distance from the truth in standard errors. It is an expansion for moderate skewness, and where
# the other side of its cube is reached an end would jump away: it goes two and a half times as far
# as without, at most.
hall_interval <- function(centre, spread, skewness, z) {
  ends <- centre - spread * undo_skewness(c(1, -1) * z, unseen_skewness * skewness)
  # No cost is negative.
  c(max(ends[1], 0), ends[2])
}

# A sample seldom holds the rare large costs that make its population skewed, so that its own
# skewness is too small. Found by simulation (bench/coverage-means.R).
unseen_skewness <- 1.25

# Numbers that are too small to differ have none.
undo_skewness <- function(z, skewness) {
  if (is.na(skewness) || abs(skewness) < 1e-6) {
    return(z)
  }
  cube <- 1 + skewness * (z - skewness / 6)
  ends <- 3 / skewness * (sign(cube) * abs(cube)^(1 / 3) - 1)
  most <- 2.5 * abs(z)
  pmin(pmax(ends, -most), most)
}

# On the arcsine scale. The upper end is that of the basic interval where this is higher, so that it
# holds where there is no discrimination.
share_interval <- function(one, z, resampling) {
  angles <- to_angle(c(one$plug_in, one$model, one$replicates), one$top)
  centre <- angles[1]
  model <- angles[2]
  angles <- angles[-(1:2)]
  if (one$flattered && resampling$corrected) centre <- centre - mean(angles) + model
  ends <- centre + c(-1, 1) * z * stats::sd(angles)
  ends <- one$top * sin(pmin(pmax(ends, 0), pi / 2))^2
  if (one$flattered) {
    tail <- sorted_quantile(sort(one$replicates), stats::pnorm(-resampling$z))
    ends[2] <- max(ends[2], min(one$top, one$plug_in - tail + one$model))
  }
  # The estimate is corrected on the plain scale.
  c(min(ends[1], one$estimate), max(ends[2], one$estimate))
}

# On the scale of log-odds; no value is nearer to 0 or 1 than half a pair of trials.
area_interval <- function(one, z) {
  least <- 1 / (4 * prod(one$n))
  log_odds <- \(x) stats::qlogis(pmin(pmax(x, least), 1 - least))
  stats::plogis(log_odds(one$plug_in) + c(-1, 1) * z * stats::sd(log_odds(one$replicates)))
}

to_angle <- function(x, top) asin(sqrt(pmin(pmax(x / top, 0), 1)))

# How many standard deviations hold a whole curve in a share `level` of replicates: the quantile of
# the largest distance from their middle, over all rows of the measure.
simultaneous_z <- function(labels, found, rows, level) {
  distance <- lapply(rows, \(i) {
    drawn <- found$replicates[i, !is.nan(found$replicates[i, ])]
    if (labels$scale[i] == "share") drawn <- to_angle(drawn, labels$top[i])
    spread <- stats::sd(drawn)
    if (is.finite(spread) && !no_spread(drawn)) abs(drawn - mean(drawn)) / spread
  })
  largest_distance(do.call(rbind, distance), level)
}

# `distance` has a row per point and a column per replicate. Never less than for one point.
largest_distance <- function(distance, level) {
  z <- stats::qnorm((1 + level) / 2)
  if (length(distance) == 0) {
    return(z)
  }
  max(z, sorted_quantile(sort(apply(distance, 2, max)), level))
}

# Whether costs are sums of two shares of independent trials.
are_exact <- function(labels, found, resampling) {
  labels$scale == "rate" & resampling$interval == "scaled" & resampling$exact &
    rowSums(is.na(found$rates)) == 0
}

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
  c(
    max(0, value - sqrt(sum((weight * (rate - limits$lower))^2))),
    value + sqrt(sum((weight * (limits$upper - rate))^2))
  )
}

# Wilson's, whose ends are too near where there are few trials on their side: Brown, Cai and
# DasGupta 2001 mend that with limits for up to three of them, here exact ones.
wilson_limits <- function(rate, n, z) {
  centre <- (rate + z^2 / (2 * n)) / (1 + z^2 / n)
  half <- z / (1 + z^2 / n) * sqrt(rate * (1 - rate) / n + z^2 / (4 * n^2))
  list(
    lower = pmin(pmax(0, centre - half), exact_lower(rate, n, z)),
    upper = pmax(pmin(1, centre + half), 1 - exact_lower(1 - rate, n, z))
  )
}

# Of one to three trials; 1 of none or more.
exact_lower <- function(rate, n, z) {
  k <- rate * n
  few <- k > 0 & k < 3.5
  each <- \(x) rep_len(x, length(k))[few]
  exact <- stats::qbeta(stats::pnorm(-each(z)), k[few], each(n) - k[few] + 1)
  replace(rep(1, length(k)), few, exact)
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

# Exact binomial interval (Clopper-Pearson).
binomial_interval <- function(k, n, level) {
  tail <- (1 - level) / 2
  data.frame(
    lower = ifelse(k == 0, 0, stats::qbeta(tail, k, n - k + 1)),
    upper = ifelse(k == n, 1, stats::qbeta(1 - tail, k + 1, n - k))
  )
}
