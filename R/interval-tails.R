# Mean costs without replicates: their standard error, and the spread that is invisible in a sample
# with few of the rare trials of large cost.

# A row per point; `weights` has the weights of the mean costs of H1 and H2.
cost_tail <- function(system, points, weights) {
  counts <- cost_counts(system)
  at <- mapply(\(log_odds, h1, h2) {
    cost_facts(counts, log_odds, counts$sizes, c(h1, h2))
  }, points$log_odds, weights[[1]], weights[[2]])
  tail_columns(at["effective", ], at["one_trial", ], at["skewness", ], at["deviation", ])
}

# Standard error and skewness of the weighted sum of two mean costs, in bits. For the class with
# fewer trials that matter at posterior log-odds: their number (`effective`), and the cost of one
# (`one_trial`). A trial matters in proportion to the posterior probability of its false hypothesis.
cost_facts <- function(counts, log_odds, sizes, weights) {
  against <- list(-counts$llr - log_odds, counts$llr + log_odds)
  cost <- lapply(against, softplus)
  unit <- counts$unit %||% 1
  h1 <- costs_of_class(against[[1]], cost[[1]], counts$n_h1, sizes[[1]], weights[1], unit)
  h2 <- costs_of_class(against[[2]], cost[[2]], counts$n_h2, sizes[[2]], weights[2], unit)
  scarce <- weights[2] == 0 || weights[1] > 0 && h1[["effective"]] < h2[["effective"]]
  found <- c((if (scarce) h1 else h2)[c("effective", "one_trial")], sum_moments(rbind(h1, h2)))
  in_nats <- c("one_trial", "deviation")
  replace(found, in_nats, nats_to_bits(found[in_nats]))
}

costs_of_class <- function(against, cost, n, size, weight, unit) {
  there <- n != 0
  share <- n[there] / sum(n[there])
  effective <- size * sum(share * stats::plogis(against[there]))
  moments <- mean_moments(cost, n, unit)
  moments[1:2] <- if (weight == 0) 0 else weight * moments[1:2]
  c(moments, effective = effective, one_trial = moments[["mean"]] / (effective + 1))
}

# Mean of values that occur `n` times, or have the weight `unit` each, its standard error and its
# skewness. Distances from one of the values are exact if all are equal, and their unit keeps powers
# in range.
mean_moments <- function(value, n, unit = 1) {
  there <- n != 0
  total <- sum(n)
  share <- n[there] / total
  each <- rep_len(unit, length(n))[there] / total
  value <- value[there]
  off <- value - value[1]
  far <- max(abs(off))
  if (!is.finite(far) || far == 0) {
    return(c(mean = max(value), deviation = 0 * far, skewness = 0 * far))
  }
  off <- off / far
  mean <- sum(share * off)
  square <- sum(share * each * (off - mean)^2)
  c(
    mean = value[1] + far * mean, deviation = far * sqrt(square),
    skewness = sum(share * each^2 * (off - mean)^3) / square^1.5
  )
}

# Standard error and skewness of a sum of independent means, a row each. The largest deviation is
# the unit, so that powers of small ones are not 0.
sum_moments <- function(moments) {
  deviation <- moments[, "deviation"]
  largest <- max(deviation)
  if (largest %in% 0) return(c(deviation = 0, skewness = 0))
  spread <- largest * sqrt(sum((deviation / largest)^2))
  c(deviation = spread, skewness = sum((deviation / spread)^3 * moments[, "skewness"]))
}

# Skewness of the calibration loss as a mean over trials, with the LRs after PAV taken as known.
loss_tail <- function(system, points) {
  if (system_is_weighted(system)) return(tail_columns())
  counts <- counts_of(system)
  llr <- to_ln(counts$value, counts$scale)
  after <- to_ln(block_levels(counts$value, blocks_of(system)), "log10")
  loss <- softplus(c(-llr, llr)) - softplus(c(-after, after))
  under_h1 <- seq_along(llr)
  loss <- sum_moments(rbind(
    mean_moments(loss[under_h1], counts$n_h1), mean_moments(loss[-under_h1], counts$n_h2)
  ))
  tail_columns(skewness = if (is.finite(loss[["skewness"]])) loss[["skewness"]] else NA_real_)
}

# A mean of LRs under a hypothesis.
moment_tail <- function(system, hypothesis) {
  counts <- cost_counts(system)
  sign <- if (hypothesis == "h1") -1 else 1
  found <- mean_moments(exp(sign * counts$llr), counts[[paste0("n_", hypothesis)]],
    counts$unit %||% 1)
  tail_columns(skewness = found[["skewness"]], deviation = found[["deviation"]])
}

# Distinct LLRs with their numbers of trials; for weighted trials each LLR, with its weight as
# `unit`, or none if the trials are not available. With more than 1e5 values, neighbours within a
# thousandth of a nat are merged: moments of their costs change by less than one part in a million.
cost_counts <- function(system) {
  weighted <- system_is_weighted(system)
  trials <- if (weighted) ask(system, "trials")
  if (!is.null(trials)) {
    weight <- trials$weight
    return(list(
      llr = to_ln(trials$value, system$scale), n_h1 = weight * trials$truth,
      n_h2 = weight * !trials$truth, sizes = sizes_of(system), unit = weight
    ))
  }
  counts <- counts_of(system)
  llr <- to_ln(counts$value, counts$scale)
  near <- merge_near(list(llr = llr, n_h1 = counts$n_h1, n_h2 = counts$n_h2), 1e5, 3)
  c(near, if (weighted) list(sizes = sizes_of(system), unit = NA) else list(sizes = counts$totals))
}

# Merges neighbours if there are more than `most`.
merge_near <- function(counts, most, digits) {
  n <- length(counts$llr)
  if (n <= most) return(counts)
  near <- round(counts$llr, digits)
  first <- c(TRUE, near[-1] != near[-n])
  sums <- rowsum(cbind(counts$n_h1, counts$n_h2), cumsum(first), reorder = FALSE)
  list(llr = near[first], n_h1 = sums[, 1], n_h2 = sums[, 2])
}

tail_columns <- function(effective = NA_real_, one_trial = NA_real_, skewness = NA_real_,
                         deviation = NA_real_) {
  cbind(effective = effective, one_trial = one_trial, skewness = skewness, deviation = deviation)
}

# Tails of one system's measures; none is known by source or from numbers in stretches.
tails_of <- function(system, kinds, at, known) {
  n <- lengths(lapply(kinds, \(kind) at[[kind$at]]$prior))
  tails <- tail_columns(rep(NA_real_, sum(n)))
  first <- cumsum(n) - n
  for (k in which(vapply(kinds, \(kind) known && !is.null(kind$tail), NA))) {
    kind <- kinds[[k]]
    tails[first[k] + seq_len(n[k]), ] <- kind$tail(system, at[[kind$at]])
  }
  tails
}
