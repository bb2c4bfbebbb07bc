# Training trials of a calibration. Their numbers and ranges are part of it. The trials themselves
# are remembered beside it for as long as it lives (see ffi-memory.c), so that they can be looked at
# again. saveRDS() leaves them out unless `keep_trials` made them part of it.

new_calibration <- function(recipe, transforms, training, inputs = NULL, keep_trials = FALSE,
                            class = NULL) {
  systems <- systems_of(training)
  trials <- list(set = training, inputs = inputs)
  fit <- c(recipe, list(
    transforms = transforms, scale = training$scale, input_prior = own_prior(training, NULL),
    labels = training$labels,
    is_weighted = is_weighted(training), items = has_items(training), terms = colnames(inputs),
    range = lapply(systems, finite_range_of), sizes = lapply(systems, sizes_of),
    totals = lapply(systems, totals_of),
    infinite = if (is.null(inputs)) lapply(systems, \(one) unlist(infinite_of(one))),
    trained_on = training_checksums(training), input = attr(training, "input"),
    trials = if (keep_trials) trials, memory = .Call(ffi_key, NULL)
  ))
  class <- c(class, "lr_calibration", "calibrant_object")
  remember_training(structure(fit, class = class), trials)
}

remember_training <- function(fit, trials) {
  notes <- new.env(hash = FALSE, parent = emptyenv())
  notes$trials <- trials
  .Call(ffi_remember, fit, notes)
  fit
}

# The calibration with the formula or the column that finds its input in a data frame. The
# environment of the formula, which has its functions, is remembered with the trials, never saved.
with_input <- function(fit, input, env = globalenv()) {
  trials <- training_of(fit)
  fit$input <- input
  remember_training(fit, c(trials[c("set", "inputs")], env = env))
}

formula_env <- function(fit) .Call(ffi_recall, fit)$trials$env %||% globalenv()

has_training <- function(fit) !is.null(fit$trials) || !is.null(.Call(ffi_recall, fit)$trials)

# The same for a fit that has been altered since: the key is its last field.
remember_anew <- function(fit, trials) {
  fit$memory <- NULL
  fit$memory <- .Call(ffi_key, NULL)
  remember_training(fit, trials)
}

# A list of the set and, for a fusion, the matrix of the inputs; of many classes a list of the set
# or, for a fusion, of the recognisers.
training_of <- function(fit) {
  if (inherits(fit, "lr_calibration")) check_intact_fit(fit)
  (.Call(ffi_recall, fit)$trials %||% fit$trials) %||% refuse("training_gone")
}

training_set <- function(fit) training_of(fit)$set

input_rows <- function(inputs, carrier) {
  weight <- carrier$weight %||% 1
  finite <- rowSums(!is.finite(inputs)) == 0
  n_h1 <- weight * carrier$truth
  n_h2 <- weight * !carrier$truth
  list(
    x = unname(inputs[finite, , drop = FALSE]), n_h1 = n_h1[finite], n_h2 = n_h2[finite],
    totals = c(sum(n_h1), sum(n_h2))
  )
}

# Inputs, and numbers of trials under each hypothesis, of each system or of a fusion. Infinite
# inputs that are right cost nothing and are left out of the fit, but not of the totals.
rows_of <- function(system) {
  counts <- training_counts(system)
  finite <- is.finite(counts$value)
  list(
    x = matrix(counts$value[finite]), n_h1 = counts$n_h1[finite], n_h2 = counts$n_h2[finite],
    totals = counts$totals
  )
}
