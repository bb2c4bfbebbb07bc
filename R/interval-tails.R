# Rare trials of large cost: the spread that a sample hides if it happens to hold few of them.

# A row per point; `weights` are those of the mean costs of H1 and H2.
rare_costs <- function(system, points, weights) {
  counts <- near_counts(system)
  at <- mapply(\(log_odds, h1, h2) {
    rare_cost(counts$llr + log_odds, counts[c("n_h1", "n_h2")], sizes_of(system), c(h1, h2))
  }, points$log_odds, weights[[1]], weights[[2]])
  tail_columns(at["effective", ], at["one_trial", ])
}

# Tail of the class with fewer trials that matter at posterior log-odds: how many these are
# (`effective`), and what one of them costs in bits (`one_trial`). A trial matters as much as the
# posterior probability of the hypothesis that is not true of it.
rare_cost <- function(log_odds, numbers, sizes, weights) {
  h1 <- class_tail(-log_odds, numbers[[1]], sizes[[1]], weights[1])
  h2 <- class_tail(log_odds, numbers[[2]], sizes[[2]], weights[2])
  if (weights[2] == 0 || weights[1] > 0 && h1[["effective"]] < h2[["effective"]]) h1 else h2
}

class_tail <- function(against, n, size, weight) {
  there <- n > 0
  share <- n[there] / sum(n[there])
  effective <- size * sum(share * stats::plogis(against[there]))
  cost <- nats_to_bits(weight * sum(share * softplus(against[there])))
  c(effective = effective, one_trial = cost / (effective + 1))
}

# Skewness of the calibration loss as a mean over trials, with the LRs after PAV taken as known.
loss_tail <- function(system, points) {
  if (system_is_weighted(system)) return(no_tail(points))
  counts <- counts_of(system)
  llr <- to_ln(counts$value, counts$scale)
  after <- to_ln(block_levels(counts$value, blocks_of(system)), "log10")
  h1 <- mean_moments(softplus(-llr), softplus(-after), counts$n_h1)
  h2 <- mean_moments(softplus(llr), softplus(after), counts$n_h2)
  skewness <- (h1[2] + h2[2]) / (h1[1] + h2[1])^1.5
  tail_columns(skewness = if (is.finite(skewness)) skewness else NA_real_)
}

# Second and third central moment of a mean of losses.
mean_moments <- function(before, after, n) {
  there <- n > 0
  total <- sum(n)
  off <- (before - after)[there]
  share <- n[there] / total
  off <- off - sum(share * off)
  c(sum(share * off^2) / total, sum(share * off^3) / total^2)
}

near_counts <- function(system) {
  counts <- counts_of(system)
  llr <- to_ln(counts$value, counts$scale)
  merge_near(list(llr = llr, n_h1 = counts$n_h1, n_h2 = counts$n_h2), 4096, 1)
}

# Neighbours are taken together where there are more than `most`.
merge_near <- function(counts, most, digits) {
  n <- length(counts$llr)
  if (n <= most) return(counts)
  near <- round(counts$llr, digits)
  first <- c(TRUE, near[-1] != near[-n])
  sums <- rowsum(cbind(counts$n_h1, counts$n_h2), cumsum(first), reorder = FALSE)
  list(llr = near[first], n_h1 = sums[, 1], n_h2 = sums[, 2])
}

tail_columns <- function(effective = NA_real_, one_trial = NA_real_, skewness = NA_real_) {
  cbind(effective = effective, one_trial = one_trial, skewness = skewness)
}

no_tail <- function(points) tail_columns(rep(NA_real_, length(points$prior)))

# Tails of one system's measures; none is known by source or from numbers in stretches.
tails_of <- function(system, kinds, at, known) {
  do.call(rbind, lapply(unname(kinds), \(kind) {
    points <- at[[kind$at]]
    if (known && !is.null(kind$tail)) kind$tail(system, points) else no_tail(points)
  }))
}
