# Standard error of the AUC from its placements: the share of trials of the other hypothesis on the
# right side of a trial (DeLong, DeLong and Clarke-Pearson 1988). Errors by source come from mean
# placements without one item (Obuchowski 1997 sums them up by item). They are missing if leaving
# out an item leaves no trials.

auc_error <- function(system, x, by) {
  if (by == "trial" && !system$weighted) {
    counts <- counts_of(system)
    place <- placements(counts)
    return(sqrt(mean_variance(place$h1, counts$n_h1) + mean_variance(place$h2, counts$n_h2)))
  }
  parts <- auc_parts(system)
  if (by == "trial") return(trial_error(parts$influence, parts$truth))
  item_error(item_changes(parts, item_names(x, parts$place)))
}

# For each trial: its `truth`, `weight` and position in the set, the weighted distance `off` of its
# placement from the mean, and its `influence` on the mean.
auc_parts <- function(system) {
  counts <- counts_of(system)
  place <- placements(counts)
  trials <- trials_of(system)
  at <- findInterval(trials$value, counts$value)
  place <- ifelse(trials$truth, place$h1[at], place$h2[at])
  weight <- trials$weight %||% rep(1, length(at))
  sums <- c(sum(weight[!trials$truth]), sum(weight[trials$truth]))[trials$truth + 1]
  off <- weight * (place - sum((place * weight)[trials$truth]) / sum(weight[trials$truth]))
  list(
    truth = trials$truth, weight = weight, place = trials$place %||% seq_along(at), off = off,
    influence = off / sums
  )
}

# DeLong's placements: for each value, the share of trials of the other hypothesis that it beats.
# Ties count half.
placements <- function(counts) {
  below <- \(n) (cumsum(n) - n / 2) / sum(n)
  list(h1 = below(counts$n_h2), h2 = 1 - below(counts$n_h1))
}

# The variance of the mean of values that occur `n` times.
mean_variance <- function(value, n) {
  total <- sum(n)
  sum(n * (value - sum(n * value) / total)^2) / total / (total - 1)
}

# The standard error of the sum of two means, one of each hypothesis.
trial_error <- function(influence, truth) {
  parts <- split(influence, truth)
  sqrt(sum(vapply(parts, \(own) sum(own^2) * length(own) / (length(own) - 1), 0)))
}

# Changes of the sum of both means without an item, by the name of the item.
item_changes <- function(parts, items) {
  truth <- parts$truth
  columns <- with(parts, cbind(off * truth, off * !truth, weight * truth, weight * !truth))
  two <- items$first != items$second
  sums <- rowsum(rbind(columns, columns[two, , drop = FALSE]), c(items$first, items$second[two]))
  left <- rep(colSums(columns[, 3:4, drop = FALSE]), each = nrow(sums)) - sums[, 3:4, drop = FALSE]
  -rowSums(sums[, 1:2, drop = FALSE] / left)
}

# The error by the jackknife over items.
item_error <- function(change) {
  n <- length(change)
  error <- sqrt((n - 1) / n * sum((change - mean(change))^2))
  if (is.finite(error)) error else NA_real_
}

# The error of the difference between two systems, `paired` if both judged the same trials in the
# same order.
difference_error <- function(first, second, x, by, paired) {
  if (by == "trial" && !paired) return(sqrt(auc_error(first, x, by)^2 + auc_error(second, x, by)^2))
  first <- auc_parts(first)
  second <- auc_parts(second)
  if (by == "trial") return(trial_error(first$influence - second$influence, first$truth))
  changes <- lapply(list(first, second), \(one) item_changes(one, item_names(x, one$place)))
  items <- unique(unlist(lapply(changes, names)))
  of_all <- lapply(changes, \(change) replace(change[items], !items %in% names(change), 0))
  item_error(of_all[[1]] - of_all[[2]])
}
