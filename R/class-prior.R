# Priors in measures of many classes.

# Shapes of a measure, as in per_system_and_prior(): `compute` gets a system and one prior.
over_class_priors <- function(x, prior, compute, ...) {
  rows <- rlang::set_names(seq_len(nrow(prior)), rownames(prior))
  per_system_and_prior(systems_of(x), rows, \(system) {
    vapply(rows, \(row) compute(system, prior[row, ], ...), numeric(1))
  })
}

# ln prior up to a constant, exactly 0 for all classes of a flat prior.
log_relative <- function(prior) log(as.double(prior) / max(prior))

# Mean over the trials of each class, weighted by the prior. Classes of prior 0 do not count.
prior_mean <- function(values, system, prior) {
  trials <- split(seq_along(values), factor(system$truth, seq_along(prior)))
  means <- vapply(trials, \(t) mean_with(values[t], system$weight[t]), numeric(1))
  sum((prior * means)[prior > 0])
}

mean_with <- function(values, weight) {
  if (is.null(weight)) mean(values) else sum(weight * values) / sum(weight)
}

# Weight of each trial in a mean weighted by the prior.
trial_shares <- function(system, prior) {
  share <- (prior / system$total)[system$truth]
  if (is.null(system$weight)) share else share * system$weight
}
