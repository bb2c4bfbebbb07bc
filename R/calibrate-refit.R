# Refits on draws of the training trials, with replacement.

# Numbers of times that each training trial is drawn: within its system and hypothesis; or, with
# `strata`, by the numbers of times that its items are drawn within these.
drawn_copies <- function(set, strata) {
  if (is.null(strata)) return(draw_within(set$truth, set$system))
  items <- unlist(strata)
  drawn <- unlist(lapply(strata, \(names) names[sample.int(length(names), replace = TRUE)]))
  times <- tabulate(match(drawn, items), length(items))
  at <- lapply(item_names(set), match, items)
  times[at$first] * ifelse(at$first == at$second, 1, times[at$second])
}

# Number of times that each trial is drawn among those of its hypothesis and system.
draw_within <- function(truth, system) {
  copies <- numeric(length(truth))
  groups <- if (nlevels(system) > 1) split(seq_along(truth), system) else list(seq_along(truth))
  for (h1 in c(FALSE, TRUE)) {
    for (group in groups) {
      i <- group[truth[group] == h1]
      copies[i] <- tabulate(sample.int(length(i), replace = TRUE), length(i))
    }
  }
  copies
}

# A transform trained on these trials of one system, NULL if they cannot be calibrated.
train_again <- function(fit, training, i) {
  set <- training$set
  part <- list(truth = set$truth[i], weight = set$weight[i])
  if (!any(part$truth) || all(part$truth)) return(NULL)
  inputs <- training$inputs[i, , drop = FALSE]
  train_part <- \() {
    system <- if (is.null(inputs)) loose_system(set$value[i], part$truth, part$weight, set$scale)
    transform <- if (is.null(inputs)) {
      train_method(system, fit, "")
    } else {
      train_fusion(inputs, part, fit)
    }
    if (is.null(fit$rule)) return(transform)
    rows <- if (is.null(inputs)) rows_of(system) else input_rows(inputs, part)
    retrain_transform(fit$rule, transform, rows, fit$prior)
  }
  try_fit(train_part())
}

# The fit without warnings, NULL if the trials cannot be calibrated.
try_fit <- function(fit) {
  tryCatch(suppressWarnings(fit, "calibrant_warning"), calibrant_error_input = \(cnd) NULL)
}

# The transform with the coefficients of least cost under the rule.
retrain_transform <- function(rule, transform, rows, prior) UseMethod("retrain_transform")

# Values, weights and truth of the training trials of a system, and the set of them.
training_part <- function(fit, k) {
  training <- training_of(fit)
  check_trials_here(training$set)
  i <- split_by_system(training$set)[[k]]
  set <- if (length(fit$transforms) == 1) training$set else subset_trials(training$set, i)
  list(set = set, inputs = training$inputs)
}

# The same; if only the counts of the trials are available, trials made from these, without items.
drawable_part <- function(fit, k, by) {
  counts <- fit$transforms[[k]]$counts
  if (is.null(counts) || has_training(fit) || by == "source") return(training_part(fit, k))
  n <- c(counts$n_h1, counts$n_h2)
  truth <- rep(c(TRUE, FALSE), each = length(counts$value))
  times <- if (fit$is_weighted) as.double(n > 0) else n
  i <- rep(seq_along(n), times)
  set <- new_lr_set(
    rep(counts$value, 2)[i], truth[i], if (fit$scale == "score") "score" else "ln", fit$labels,
    weight = if (fit$is_weighted) n[i]
  )
  list(set = set, inputs = NULL)
}

apply_transform <- function(fit, transform, value) {
  if (is.matrix(value)) return(apply_fusion(transform, value))
  calibration_methods[[fit$method]]$apply(transform, value)
}
