# Provenance of LRs: the calibration that produced them.

# Was a calibration trained on a system of a set, or on a large part of it, as far as the training
# trials are available?
is_trained_on <- function(fit, x) {
  if (any(training_checksums(x) %in% fit$trained_on)) return(TRUE)
  inherits(x, "lr_set") && has_training(fit) && shares_trials(x, training_set(fit))
}

# If values hardly repeat, half of a sample among other trials is not a coincidence.
shares_trials <- function(x, y) {
  value <- .subset2(x, "value")
  others <- .subset2(y, "value")
  if (!is.double(value) || !is.double(others) || x$scale != y$scale) return(FALSE)
  at <- unique(round(seq(1, length(value), length.out = 50)))
  found <- match(others, value[at])
  same <- which(!is.na(found))
  same <- same[y$truth[same] == x$truth[at][found[same]]]
  hits <- tabulate(found[same], length(at))
  length(at) > 5 && mean(hits > 0) >= 0.5 && sum(hits) <= 1.5 * sum(hits > 0)
}

# LRs of a set, with a note on the calibration that produced them. `asked`: has the user named the
# trials?
noted_calibration <- function(set, fit, trials, asked) {
  if (!inherits(set, "trial_set")) return(set)
  own <- !asked || is_trained_on(fit, trials)
  if (asked && own) tell_of("own_training", "once")
  if (asked) tell_other_system(fit, levels(trials))
  with_note(set, "calibrated", list(
    method = method_of(fit), n = sum(unlist(fit$sizes %||% fit$n)),
    systems = names(fit$transforms %||% fit$fits) %||% fit$recognisers, own = own
  ), levels(set))
}

# A calibration of one system does not apply to another.
tell_other_system <- function(fit, systems) {
  trained <- names(fit$transforms %||% fit$fits)
  others <- setdiff(systems, trained)
  if (length(trained) == 1 && length(others) > 0) tell_of("other_system", "once")
}
