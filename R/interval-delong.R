# Standard error of the AUC from its placements: the share of trials of the other hypothesis on the
# right side of a trial (DeLong, DeLong and Clarke-Pearson 1988). Errors by source come from mean
# placements without one item (Obuchowski 1997 sums them up by item). They are missing if leaving
# out an item leaves no trials.

auc_error <- function(system, x, by) {
  counts <- counts_of(system)
  place <- placements(counts)
  if (by == "trial" && !system_is_weighted(system)) {
    return(sqrt(mean_variance(place$h1, counts$n_h1) + mean_variance(place$h2, counts$n_h2)))
  }
  trials <- trials_of(system)
  at <- findInterval(trials$value, counts$value)
  place <- ifelse(trials$truth, place$h1[at], place$h2[at])
  weight <- trials$weight %||% rep(1, length(at))
  off <- weight * (place - sum((place * weight)[trials$truth]) / sum(weight[trials$truth]))
  if (by == "trial") {
    own <- split(seq_along(at), trials$truth)
    return(sqrt(sum(vapply(own, \(i) weighted_variance(off[i], weight[i]), 0))))
  }
  i <- trials$place %||% seq_along(at)
  items <- item_names(x, i)
  item_error(off, weight, trials$truth, items$first, items$second)
}

# DeLong's placements: for each value, the share of trials of the other hypothesis that it beats.
# Ties count half.
placements <- function(counts) {
  below <- \(n) (cumsum(n) - n / 2) / sum(n)
  list(h1 = below(counts$n_h2), h2 = 1 - below(counts$n_h1))
}

# The variance of the mean of values that occur `n` times, and of a weighted mean.
mean_variance <- function(value, n) {
  total <- sum(n)
  sum(n * (value - sum(n * value) / total)^2) / total / (total - 1)
}

weighted_variance <- function(off, weight) {
  n <- length(off)
  sum(off^2) / sum(weight)^2 * n / (n - 1)
}

# The error of the sum of two means, one of each hypothesis, by the jackknife over items; `off` are
# the weighted distances from the means, `item` and `other` those that a trial compares.
item_error <- function(off, weight, truth, item, other) {
  columns <- cbind(off * truth, off * !truth, weight * truth, weight * !truth)
  two <- item != other
  sums <- rowsum(rbind(columns, columns[two, , drop = FALSE]), c(item, other[two]))
  left <- rep(colSums(columns[, 3:4, drop = FALSE]), each = nrow(sums)) - sums[, 3:4, drop = FALSE]
  change <- -rowSums(sums[, 1:2, drop = FALSE] / left)
  n <- length(change)
  error <- sqrt((n - 1) / n * sum((change - mean(change))^2))
  if (is.finite(error)) error else NA_real_
}
