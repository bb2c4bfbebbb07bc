# Mean costs without replicates: their standard error, and the spread that is invisible in a sample
# with few of the rare trials of large cost.

# A row per point; `weights` has the weights of the mean costs of H1 and H2.
cost_tail <- function(system, operating, weights) {
  counts <- cost_counts(system)
  cost_facts(counts, operating$log_odds, counts$sizes, weights)
}

# Standard errors and skewness of the weighted sums of two mean costs, in bits. For the class with
# fewer trials that matter at the posterior log-odds: their number (`effective`), and the cost of
# one of them (`one_trial`). A trial counts by the posterior probability of its false hypothesis.
cost_facts <- function(counts, log_odds, sizes, weights) {
  at <- data.frame(log_odds, h1 = weights[[1]], h2 = weights[[2]])
  unit <- counts$unit %||% 1
  # Costs of many values at many odds do not fit into memory at once.
  part <- ceiling(seq_along(log_odds) * length(counts$llr) / 1e6)
  do.call(rbind, lapply(split(at, part), \(at) {
    against <- outer(counts$llr, at$log_odds, `+`)
    h1 <- costs_of_class(-against, counts$n_h1, sizes[[1]], at$h1, unit)
    h2 <- costs_of_class(against, counts$n_h2, sizes[[2]], at$h2, unit)
    scarce <- at$h2 == 0 | at$h1 > 0 & h1[, "effective"] < h2[, "effective"]
    of_scarce <- \(name) ifelse(scarce, h1[, name], h2[, name])
    sum <- sum_moments(h1, h2)
    bits <- nats_to_bits(cbind(of_scarce("one_trial"), sum[, "deviation"]))
    tail_columns(of_scarce("effective"), bits[, 1], sum[, "skewness"], bits[, 2])
  }))
}

# A row for each column of `against`.
costs_of_class <- function(against, n, size, weight, unit) {
  there <- n != 0
  share <- n[there] / sum(n[there])
  effective <- size * colSums(share * stats::plogis(against[there, , drop = FALSE]))
  moments <- rbind(mean_moments(softplus(against), n, unit))
  moments[, 1:2] <- weight * moments[, 1:2]
  moments[weight == 0, 1:2] <- 0
  cbind(moments, effective = effective, one_trial = moments[, "mean"] / (effective + 1))
}

# Means of values that occur `n` times, or have the weight `unit` each, of each column, their
# standard errors and skewness. Distances from one of the values are exact if all are equal, and
# their unit keeps powers in range.
mean_moments <- function(value, n, unit = 1) {
  there <- n != 0
  total <- sum(n)
  share <- n[there] / total
  each <- rep_len(unit, length(n))[there] / total
  value <- as.matrix(value)[there, , drop = FALSE]
  along <- \(x) rep(x, each = nrow(value))
  off <- value - along(value[1, ])
  far <- apply(abs(off), 2, max)
  off <- off / along(far)
  mean <- colSums(share * off)
  square <- colSums(share * each * (off - along(mean))^2)
  skewness <- colSums(share * each^2 * (off - along(mean))^3) / square^1.5
  plain <- is.finite(far) & far > 0
  drop(cbind(
    mean = ifelse(plain, value[1, ] + far * mean, apply(value, 2, max)),
    deviation = far * ifelse(plain, sqrt(square), 0),
    skewness = ifelse(plain, skewness, 0 * far)
  ))
}

# Standard errors and skewness of sums of two independent means, a row each. The larger deviation is
# the unit, so that powers of small ones are not 0.
sum_moments <- function(first, second) {
  deviation <- cbind(first[, "deviation"], second[, "deviation"])
  largest <- pmax(deviation[, 1], deviation[, 2])
  spread <- largest * sqrt(rowSums((deviation / largest)^2))
  skewness <- rowSums((deviation / spread)^3 * cbind(first[, "skewness"], second[, "skewness"]))
  none <- largest %in% 0
  cbind(deviation = ifelse(none, 0, spread), skewness = ifelse(none, 0, skewness))
}

# Skewness and standard error of the calibration loss as a mean over trials, with the LRs after PAV
# held fixed, and the smaller number of trials without the LR that is the commonest of both
# hypotheses, if any.
loss_tail <- function(system, operating) {
  if (system$weighted) return(tail_columns())
  counts <- counts_of(system)
  llr <- to_ln(counts$value, counts$scale)
  after <- to_ln(block_levels(counts$value, blocks_of(system)), "log10")
  cost <- softplus(cbind(c(-llr, llr), c(-after, after)))
  loss <- matrix(cost[, 1] - cost[, 2], ncol = 2)
  moments <- \(k, n) rbind(mean_moments(loss[, k], n))
  found <- sum_moments(moments(1, counts$n_h1), moments(2, counts$n_h2))[1, ]
  others <- counts$totals - c(max(counts$n_h1), max(counts$n_h2))
  tail_columns(
    if (which.max(counts$n_h1) == which.max(counts$n_h2)) min(others) else NA_real_,
    skewness = found[["skewness"]], deviation = nats_to_bits(found[["deviation"]] / 2)
  )
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
# `unit`, or none if the trials are not available.
cost_counts <- function(system) {
  weighted <- system$weighted
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
  near <- merge_near(list(llr = llr, n_h1 = counts$n_h1, n_h2 = counts$n_h2))
  c(near, if (weighted) list(sizes = sizes_of(system), unit = NA) else list(sizes = counts$totals))
}

# Neighbours of more values than these are merged within a thousandth of a nat. The moments of their
# costs change by less than one part in a million.
most_distinct <- 8192

merge_near <- function(counts) {
  if (length(counts$llr) <= most_distinct) return(counts)
  near <- round(counts$llr, 3)
  first <- c(TRUE, near[-1] != near[-length(near)])
  sums <- rowsum(cbind(counts$n_h1, counts$n_h2), cumsum(first), reorder = FALSE)
  list(llr = near[first], n_h1 = sums[, 1], n_h2 = sums[, 2])
}

tail_columns <- function(effective = NA_real_, one_trial = NA_real_, skewness = NA_real_,
                         deviation = NA_real_) {
  cbind(effective = effective, one_trial = one_trial, skewness = skewness, deviation = deviation)
}

# Tails of one system's measures; none is known by source or from numbers in cells.
tails_of <- function(system, kinds, known) {
  n <- lengths(lapply(kinds, \(kind) kind$operating$prior))
  tails <- tail_columns(rep(NA_real_, sum(n)))
  first <- cumsum(n) - n
  for (k in which(vapply(kinds, \(kind) known && !is.null(kind$tail), NA))) {
    tails[first[k] + seq_len(n[k]), ] <- kinds[[k]]$tail(system, kinds[[k]]$operating)
  }
  tails
}
