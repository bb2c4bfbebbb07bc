# Intervals from replicates.

# A data frame with a row per measure. `found` has the `plug_in` values, the `optimism` due to PAV,
# and the `corrected` values; with a row for each, the `replicates`, the `model` at their centre,
# and the error `rates` of a cost. `labels` names the measures.
bootstrap_intervals <- function(labels, found, resampling) {
  facts <- interval_facts(labels, found, resampling)
  facts$state <- interval_states(facts, found, resampling)
  ends <- vapply(seq_len(nrow(facts)), FUN.VALUE = c(0, 0), \(i) {
    if (facts$state[i] == "known") return(rep(facts$plug_in[i], 2))
    if (facts$state[i] %in% states_without_ends) return(c(NA_real_, NA_real_))
    drawn <- found$replicates[i, ]
    one <- c(as.list(facts[i, ]), found[c("n", "units", "telling")], list(
      replicates = drawn[!is.nan(drawn)], rates = found$rates[i, ]
    ))
    if (resampling$interval != "scaled") return(ranked_interval(one, resampling))
    scaled_interval(one, resampling)
  })
  table <- shown_intervals(facts, unname(ends), isTRUE(resampling$sharing))
  # A part is no larger than the upper end of the whole.
  whole <- table$upper[labels$whole %||% NA]
  beyond <- which(table$upper > whole)
  table$upper[beyond] <- pmax(whole, table$corrected)[beyond]
  table$lower <- pmin(table$lower, table$upper)
  table
}

# The facts on which intervals depend, a row per measure. None is negative; some have a top.
interval_facts <- function(labels, found, resampling) {
  scaled <- resampling$interval == "scaled"
  facts <- data.frame(
    labels[c("scale", "top", "flattered", "known")],
    low = labels$low %||% 0, high = labels$high,
    plug_in = found$plug_in, corrected = found$corrected,
    # The optimism of two systems is not that of their difference if a corrected value is at an end.
    centre = ifelse(labels$scale == "gap", found$corrected, found$plug_in - found$optimism),
    model = found$model %||% NA,
    top_share = found$top_share %||% NA, least_upper = (if (scaled) found$least_upper) %||% NA,
    added = (if (scaled) found$added) %||% 0,
    # Costs that are sums of two shares of independent trials.
    exact = labels$scale == "rate" & scaled & resampling$exact & rowSums(is.na(found$rates)) == 0,
    spreads_of(found$replicates), auc_error = found$auc_error %||% NA_real_,
    deciding = deciding_numbers(labels, found$telling), unseen = found$unseen %||% FALSE,
    # Replicates without a value (devPAV) show how often the measure is undefined.
    lost = rowMeans(is.nan(found$replicates)), found$tail %||% tail_columns()
  )
  if (scaled) facts$widening <- widening(facts, found, resampling)
  # The standard error of a mean needs no replicates, except for intervals made from them.
  means <- scaled & labels$scale != "loss" & is.finite(facts$deviation) & !is.na(facts$spread)
  facts$spread[means] <- facts$deviation[means]
  facts
}

# The standard deviation of each row, also near the largest double, where squares overflow. The
# spread is unknown if some replicates are infinite. Also the `least` and the `most` replicate.
spreads_of <- function(replicates) {
  rows <- vapply(seq_len(nrow(replicates)), FUN.VALUE = c(spread = 0, least = 0, most = 0), \(i) {
    drawn <- replicates[i, !is.nan(replicates[i, ])]
    largest <- max(abs(drawn), 0)
    if (length(drawn) == 0 || !is.finite(largest)) return(rep(NA_real_, 3))
    unit <- if (largest > 0) 2^floor(log2(largest)) else 1
    c(unit * stats::sd(drawn / unit), range(drawn))
  })
  as.data.frame(t(rows))
}

# Number of trials of one hypothesis whose mean would have the variance of the two means, weighted
# by the prior or by the shares of the hypotheses in its entropy; the smaller of the two numbers.
deciding_numbers <- function(labels, telling) {
  if (length(telling) == 0) return(Inf)
  prior <- ifelse(is.na(labels$prior), 0.5, labels$prior)
  prior[endsWith(as.character(labels$measure), "_h1")] <- 1
  prior[endsWith(as.character(labels$measure), "_h2")] <- 0
  numbers <- \(weight) 1 / (weight^2 / telling[[1]] + (1 - weight)^2 / telling[[2]])
  bits <- list(prior * log(prior), (1 - prior) * log1p(-prior))
  pmin(numbers(prior), numbers(bits[[1]] / (bits[[1]] + bits[[2]])), na.rm = TRUE)
}

# Labels of measures minus `times` those of another system.
difference_labels <- function(labels, times = 1) {
  labels$low <- -times * labels$high
  labels$scale <- ifelse(labels$scale == "distance", "distance", "gap")
  labels$top <- NA_real_
  labels$whole <- NULL
  labels
}

# The table of intervals from their `ends`, a row of lower and one of upper ends: within the range
# of the measures, and with the reason for an unusual one. `sharing`: the items that trials share
# were ignored.
shown_intervals <- function(facts, ends, sharing) {
  is <- \(...) facts$state %in% c(...)
  lower <- ends[1, ]
  upper <- ends[2, ]
  # A difference of such means has no lower end either.
  lower <- ifelse(is("one"), ifelse(facts$scale == "gap", NA, pmax(lower, 0)), lower)
  upper <- ifelse(is("one"), ifelse(facts$scale == "gap", NA, Inf), upper)
  lower <- ifelse(is("separated") & facts$plug_in == 0, 0, lower)
  upper <- ifelse(is("separated") & facts$plug_in == facts$top, facts$top, upper)
  unusual <- !is("ordinary", "separated")
  facts$state[!unusual & no_spread(lower, upper)] <- "same"
  facts$state[which(!unusual & (facts$centre < lower | facts$centre > upper))] <- "biased"
  lower[is("biased", "same")] <- upper[is("biased", "same")] <- NA
  upper <- upper + ifelse(is("ordinary"), facts$added, 0)
  higher <- which(!unusual & facts$least_upper > upper)
  upper[higher] <- facts$least_upper[higher]
  # An unbiased centre may lie beyond the possible values; the value shown does not.
  facts$state[which(is("ordinary") & facts$centre < facts$low)] <- "below"
  too_few <- facts$deciding < ifelse(facts$scale == "gap", 25, 20)
  facts$state[which(is("ordinary", "below") & !facts$exact & too_few)] <- "decide"
  if (sharing) facts$state[is("ordinary", "decide")] <- "shared"
  facts$state[!unusual & !is("biased", "same") & facts$unseen] <- "unseen"
  within <- lapply(list(lower, upper), \(end) pmin(pmax(end, facts$low), facts$high))
  data.frame(
    estimate = facts$plug_in, corrected = facts$corrected, std_error = facts$spread,
    lower = ifelse(unusual, lower, pmin(within[[1]], within[[2]], facts$corrected)),
    upper = ifelse(unusual, upper, pmax(within[[1]], within[[2]], facts$corrected)),
    note = unname(interval_notes[facts$state])
  )
}

# Smallest number of trials of a hypothesis for an interval.
fewest_trials <- 5

interval_notes <- c(
  few = "few trials", same = "no spread", separated = "separated", biased = "biased",
  one = "one value", undefined = "undefined", below = "below", distance = "no interval",
  decide = "few decide", unseen = "none wrong", shared = "shared items"
)

states_without_ends <- c("none", "few", "same", "undefined", "distance")

# Largest share of a mean that one value may contribute: this value may be very different in another
# sample.
most_top_share <- 0.1

# Adds the `optimism`, if any, and the corrected value, which stays within the possible range and
# below `most`, the value of the measure whose minimum it is.
with_corrected <- function(found, labels, resampling) {
  known <- resampling$corrected & labels$flattered & resampling$replicates > 0 &
    is.finite(found$plug_in) & min(found$n) >= fewest_trials
  found$optimism <- ifelse(known & is.finite(found$optimism), found$optimism, 0)
  value <- pmin(found$plug_in - found$optimism, labels$high, found$most)
  found$corrected <- ifelse(known, pmax(value, 0), found$plug_in)
  found
}

# The first reason why an interval is not an ordinary one.
interval_states <- function(facts, found, resampling) {
  reasons <- list(
    none = resampling$replicates == 0,
    undefined = is.na(facts$plug_in) | facts$lost > 0.5,
    known = facts$known,
    few = min(found$n) < fewest_trials,
    distance = facts$scale == "distance",
    same = !facts$exact & no_spread(facts$least, facts$most),
    separated = facts$scale %in% c("share", "area") &
      (facts$plug_in == 0 | facts$plug_in == facts$top),
    one = facts$top_share > most_top_share
  )
  state <- rep("ordinary", nrow(facts))
  for (name in rev(names(reasons))) state[which(rep_len(reasons[[name]], length(state)))] <- name
  state
}

# Are the ends equal up to rounding?
no_spread <- function(low, high) {
  width <- abs(high - low)
  is.finite(width) & width <= 1e-12 * pmax(abs(low), abs(high))
}

# Replicates of a corrected measure are centred at the corrected value.
ranked_interval <- function(one, resampling) {
  shift <- if (one$flattered && resampling$corrected) one$centre - mean(one$replicates) else 0
  rank_interval(one$centre, sort(one$replicates + shift), resampling$level, resampling$interval)
}

# A normal interval on a scale on which the measure is about normal; for a band, with enough
# standard deviations for the whole curve.
scaled_interval <- function(one, resampling) {
  z <- resampling$z
  if (one$exact) return(rate_interval(one$rates, one$n, z))
  if (!all(is.finite(c(one$plug_in, one$replicates)))) {
    return(rank_interval(one$plug_in, sort(one$replicates), 2 * stats::pnorm(z) - 1, "percentile"))
  }
  z <- z * one$widening
  by_trial <- resampling$by == "trial"
  switch(one$scale,
    cost = , mean = skewed_interval(one, z),
    loss = loss_interval(one, z, if (by_trial) resampling$z),
    gap = one$centre + c(-1, 1) * z * stats::sd(one$replicates),
    area = area_interval(one, z, if (by_trial) resampling$z),
    share_interval(one, z, resampling)
  )
}

# The spread is estimated from few trials or items: Student's t serves for means of trials and for
# draws by item, which lose many items. Measures from an estimated model need a little more, and
# their differences Student's t as well. The spread of the AUC is not that of replicates alone.
# Found by simulation (bench/coverage.R, bench/coverage-items.R).
widening <- function(facts, found, resampling) {
  is_mean <- facts$scale %in% c("cost", "mean")
  is_area <- facts$scale == "area"
  if (resampling$by == "source") {
    linear <- is_mean | is_area
    by_source <- source_widening(found$units, resampling$z, 2 - linear)
    return(by_source * ifelse(linear, 1, model_widening))
  }
  few <- few_trials(found$units, resampling$z)
  shares <- facts$scale == "gap" & facts$flattered & is.finite(facts$high)
  share_of_rates <- ifelse(facts$scale == "share", 0.95, ifelse(shares, model_widening, NA))
  least <- share_of_rates * rate_spread(found, resampling) / facts$spread
  of_model <- pmax(model_widening * ifelse(shares, few, 1), least, na.rm = TRUE)
  ifelse(is_mean, few, ifelse(is_area, 1, of_model))
}

model_widening <- 1.07

# The quantile of Student's t relative to the normal one.
t_over_z <- function(units, z) {
  degrees <- pmax(units - 1, 1)
  factor <- stats::qt(stats::pnorm(z), degrees) / z
  # A level within rounding of 0 or 1 has a normal quantile of 0 or Inf.
  ifelse(is.nan(factor), stats::dnorm(0) / stats::dt(0, degrees), factor)
}

few_trials <- function(units, z) t_over_z(units, z) * sqrt(units / max(units - 1, 1))

source_widening <- function(units, z, times = 1) t_over_z(units, z) * (1 + times / units)

# With many trials, measures of the error rates after PAV vary like those at a fixed threshold.
# Replicates of few trials vary less, since PAV adapts to each, but the corrected measures do not.
# Differences have the correlation of their replicates.
rate_spread <- function(found, resampling) {
  if (!resampling$exact || !resampling$corrected || all(is.na(found$rates))) return(0)
  fixed_spread <- \(rates, n) {
    rate <- rates[, c("p_miss", "p_fa"), drop = FALSE]
    weight <- rates[, c("weight_miss", "weight_fa"), drop = FALSE]
    sqrt(rowSums(weight^2 * rate * (1 - rate) / rep(n[c("h1", "h2")], each = nrow(rate))))
  }
  spread <- fixed_spread(found$rates, found$n)
  if (!is.null(found$against)) {
    other <- found$against$times * fixed_spread(found$against$rates, found$against$n)
    spread <- sqrt(spread^2 + other^2 - 2 * found$against$correlation * spread * other)
  }
  ifelse(is.na(spread), 0, spread)
}

# Skewed interval from the moments of the trials if known, otherwise from random replicates.
skewed_interval <- function(one, z) {
  unit <- 2^floor(log2(max(one$replicates)))
  replicates <- one$replicates / unit
  tail <- c(one$effective, one$one_trial / unit)
  known <- is.finite(one$deviation)
  spread <- if (known) one$deviation / unit else stats::sd(replicates)
  skewness <- if (known) one$skewness else skewness_of(replicates)
  unit * cost_interval(one$plug_in / unit, spread, skewness, z, tail)
}

# The upper end, if the `tail` is known (see cost_facts()), is no lower than for one more, or one
# less, of the trials that matter in the sample, with their number as skewed as a Poisson variable.
# With several costs, all lower ends come first.
cost_interval <- function(centre, spread, skewness, z, tail) {
  wider <- sqrt(spread^2 + tail[[2]]^2)
  skewer <- pmax(skewness, 1 / sqrt(tail[[1]] + 1) / unseen_skewness)
  ends <- hall_interval(rep(centre, 2), c(spread, wider), c(skewness, skewer), z)
  ends <- matrix(ends, length(centre))
  c(ends[, 1], pmax(ends[, 3], ends[, 4], na.rm = TRUE))
}

# The lower end is symmetric, since a calibrated system must reach 0. The upper end allows for rare
# large losses; it follows Hall's to first order and has no turning point. The skewness is that of
# the trials, none of which may show such a loss, and of PAV with few trials; by source it is that
# of the replicates, which depends on the seed. By trial, with the normal quantile `by_trial`, the
# optimism is that of the loss itself, which has less noise than that of the minimum. Largest bend:
# Found by simulation (bench/coverage.R, LLRs with outliers or t noise).
loss_interval <- function(one, z, by_trial = NULL) {
  # The commonest LR says little about the calibration of other LRs, and nothing if it is that of
  # both hypotheses. Two trials show a spread.
  telling <- min(one$units, pmax(one$telling, fewest_trials), pmax(one$effective, 2), na.rm = TRUE)
  low <- if (is.null(by_trial)) z else z * few_trials(telling, by_trial)
  centre <- one$plug_in + one$model - mean(one$replicates)
  if (is.null(by_trial) || one$centre == one$plug_in || is.na(centre)) centre <- one$centre
  # Replicates vary less than the mean of trials where PAV adapts to each.
  spread <- max(stats::sd(one$replicates), one$deviation, na.rm = TRUE)
  doubt <- min(model_doubt * max(centre - one$model, 0, na.rm = TRUE), spread)
  skewness <- unseen_skewness * max(one$skewness, 0) + 4 / sqrt(min(one$n))
  if (is.na(skewness)) skewness <- skewness_of(one$replicates)
  bend <- max(unseen_skewness * 2 / 3 * skewness * z, 1e-6)
  centre + c(-low, z * min(expm1(bend) / bend, 1.9)) * sqrt(spread^2 + doubt^2)
}

# The smooth model smears edges of the densities, so that its loss is too small and the correction
# too large: this share of its distance is added to the standard error, up to as much again.
# Found by simulation (bench/coverage.R, uniform and log-gamma).
model_doubt <- 0.4

skewness_of <- function(x) mean(((x - mean(x)) / stats::sd(x))^3)

# Hall 1992, the inverse of his cubic transformation: mean costs are skewed, and so is their
# distance from the truth in standard errors. The expansion is for moderate skewness. Beyond the
# turning point of its cube an end would jump, so an end is at most two and a half times as far as
# without skewness.
hall_interval <- function(centre, spread, skewness, z) {
  sides <- rep(c(1, -1), each = length(centre))
  ends <- centre - spread * undo_skewness(sides * z, unseen_skewness * skewness)
  # No cost is negative.
  ifelse(sides > 0, pmax(ends, 0), ends)
}

# A sample seldom has the rare large costs that make its population skewed, so its own skewness is
# too small. Found by simulation (bench/coverage-means.R).
unseen_skewness <- 1.25

# Numbers too small to differ have no skewness.
undo_skewness <- function(z, skewness) {
  cube <- 1 + skewness * (z - skewness / 6)
  ends <- 3 / skewness * (sign(cube) * abs(cube)^(1 / 3) - 1)
  most <- 2.5 * abs(z)
  plain <- rep_len(is.na(skewness) | abs(skewness) < 1e-6, length(z))
  ifelse(plain, z, pmin(pmax(ends, -most), most))
}

# Interval on the arcsine scale. The upper end is that of the basic interval if this is higher, so
# that it is valid without discrimination. The lower end is that of the percentile interval if this
# is lower, since near the top of its range the arcsine draws it up (bench/coverage.R, Laplace).
share_interval <- function(one, z, resampling) {
  angle <- to_angle(c(one$plug_in, one$model, one$replicates), one$top)
  centre <- angle[1]
  drawn <- angle[-(1:2)]
  if (one$flattered && resampling$corrected) centre <- centre - mean(drawn) + angle[2]
  ends <- centre + c(-1, 1) * z * stats::sd(drawn)
  ends <- one$top * sin(pmin(pmax(ends, 0), pi / 2))^2
  if (one$flattered) {
    tail <- sorted_quantile(sort(one$replicates), stats::pnorm(-resampling$z))
    ends[1] <- min(ends[1], max(one$centre + tail - mean(one$replicates), 0))
    ends[2] <- max(ends[2], min(one$top, one$plug_in - tail + one$model))
  }
  # The correction is on the plain scale.
  range(ends, one$centre)
}

# Interval on the scale of log-odds; no value is nearer to 0 or 1 than half a pair of trials. On
# this scale replicates of few trials vary too much, since some have hardly any errors: their spread
# is capped in units of the standard error from the placements. By trial, with the normal quantile
# `by_trial`, no end is nearer than with half a pair added on either side, the binomial error of one
# more trial and Student's t.
area_interval <- function(one, z, by_trial = NULL) {
  # Without an error, there are as many disjoint pairs in order as trials of the scarcer hypothesis.
  if (one$plug_in %in% c(0, 1)) {
    end <- stats::pnorm(-z)^(1 / one$units)
    return(if (one$plug_in == 1) c(end, 1) else c(0, 1 - end))
  }
  least <- 1 / (4 * prod(one$n))
  log_odds <- \(x) stats::qlogis(pmin(pmax(x, least), 1 - least))
  spread <- stats::sd(log_odds(one$replicates))
  error <- one$auc_error / (one$plug_in * (1 - one$plug_in))
  if (isTRUE(error > 0)) spread <- min(max(spread, error), most_area_spread * error)
  ends <- log_odds(one$plug_in) + c(-1, 1) * z * spread
  if (!is.null(by_trial) && isTRUE(error > 0)) {
    n <- one$units
    area <- (one$plug_in * n + 0.5) / (n + 1)
    error <- sqrt(one$auc_error^2 + area * (1 - area) / n / (n + 1)) / (area * (1 - area))
    smooth <- stats::qlogis(area) + c(-1, 1) * by_trial * t_over_z(n, by_trial) * error
    ends <- c(min(ends[1], smooth[1]), max(ends[2], smooth[2]))
  }
  stats::plogis(ends)
}

# Found by simulation (bench/coverage.R).
most_area_spread <- 1.1

to_angle <- function(x, top) asin(sqrt(pmin(pmax(x / top, 0), 1)))

# Number of standard deviations with which a share `level` of replicates lies within the band of the
# whole curve: the quantile of the largest distance from their middle, over all rows of the measure.
simultaneous_z <- function(labels, found, rows, level) {
  distance <- lapply(rows, \(i) {
    drawn <- found$replicates[i, !is.nan(found$replicates[i, ])]
    if (labels$scale[i] == "share") drawn <- to_angle(drawn, labels$top[i])
    spread <- stats::sd(drawn)
    if (is.finite(spread) && !no_spread(min(drawn), max(drawn))) abs(drawn - mean(drawn)) / spread
  })
  largest_distance(do.call(rbind, distance), level)
}

# `distance` has a row per point and a column per replicate. The result is never less than for one
# point.
largest_distance <- function(distance, level) {
  z <- stats::qnorm((1 + level) / 2)
  if (length(distance) == 0) return(z)
  max(z, sorted_quantile(sort(apply(distance, 2, max)), level))
}

rank_interval <- function(estimate, sorted, level, interval) {
  no_basic <- interval == "basic" && is.infinite(estimate)
  if (length(sorted) == 0 || is.na(estimate) || no_basic) return(c(NA_real_, NA_real_))
  tail <- (1 - level) / 2
  probability <- c(tail, 1 - tail)
  switch(interval,
    percentile = sorted_quantile(sorted, probability),
    basic = 2 * estimate - rev(sorted_quantile(sorted, probability)),
    bc = sorted_quantile(sorted, bias_corrected(estimate, sorted, probability))
  )
}

# Efron 1987, without acceleration; replicates equal to the estimate count half. Equal replicates
# are summed in different orders, so they differ in the last digits.
bias_corrected <- function(estimate, sorted, probability) {
  n <- length(sorted)
  largest <- max(0, abs(sorted[is.finite(sorted)]))
  margin <- if (is.finite(estimate)) 1e-12 * max(abs(estimate), largest) else 0
  below <- sum(sorted < estimate - margin)
  equal <- sum(sorted <= estimate + margin) - below
  shift <- stats::qnorm(min(max((below + equal / 2) / n, 0.5 / n), 1 - 0.5 / n))
  stats::pnorm(2 * shift + stats::qnorm(probability))
}

# The k-th smallest of n replicates has probability k / (n + 1). Infinite ones are not averaged with
# others: an end between the two is infinite.
sorted_quantile <- function(sorted, probability) {
  n <- length(sorted)
  at <- pmin(pmax(probability * (n + 1), 1), n)
  left <- sorted[floor(at)]
  right <- sorted[ceiling(at)]
  ifelse(left == right | left == -Inf, left, left + (right - left) * (at - floor(at)))
}
