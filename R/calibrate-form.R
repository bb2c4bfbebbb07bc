# Test of the form of a calibration, such as the line of logistic regression: limits that follow
# from a form are valid only if the form is right.

# Below this p-value, limits come with a warning, and no sentence states them.
refuting_p_value <- 0.01

# Number of trials of each hypothesis that are tested: enough to show any relevant error of the
# form, at a bounded cost.
most_form_trials <- 1e4

# The p-value of the form of the k-th transform; NA for methods without a form, and if the training
# trials are not available, are weighted, or share items.
form_p_value <- function(fit, k) {
  known <- fit$transforms[[k]]$form
  if (!is.null(known)) return(known)
  free <- isTRUE(calibration_methods[[fit$method]]$any_form)
  if (free || fit$is_weighted || fit$items || !has_training(fit)) return(NA_real_)
  if (inherits(training_set(fit), "remote_set")) return(NA_real_)
  notes <- .Call(ffi_recall, fit) %||% new.env(parent = emptyenv())
  if (is.null(notes$form)) {
    notes$form <- vapply(seq_along(fit$transforms), \(k) tested_form(fit, k), 0)
  }
  notes$form[k]
}

tested_form <- function(fit, k) {
  part <- training_part(fit, k)
  truth <- part$set$truth
  at <- c(thinned(which(truth), most_form_trials), thinned(which(!truth), most_form_trials))
  value <- part$inputs[at, , drop = FALSE] %||% to_ln(part$set$value[at], part$set$scale)
  llr <- apply_transform(fit, fit$transforms[[k]], value)
  known <- is.finite(llr)
  counts <- counts_of(loose_system(llr[known], truth[at][known], NULL, "ln"))
  .Call(ffi_form_test, counts)
}

# The p-values that refute the form, by the names or numbers of their systems.
refuted_forms <- function(fit) {
  found <- vapply(seq_along(fit$transforms), \(k) form_p_value(fit, k), 0)
  names(found) <- names(fit$transforms) %||% seq_along(found)
  found[!is.na(found) & found < refuting_p_value]
}

# Is any form refuted?
warn_form <- function(fit) {
  refuted <- refuted_forms(fit)
  if (length(refuted) == 0) return(FALSE)
  of <- if (length(fit$transforms) > 1) paste0(" of system \"", names(refuted)[1], "\"")
  warn_of("form_refuted")
  TRUE
}

# Rows chosen without a small period, because rows may repeat a pattern.
thinned <- function(at, most) {
  n <- length(at)
  if (n <= most) at else at[1 + floor(((seq_len(most) * 0.6180339887498949) %% 1) * n)]
}
