# Inputs of a fusion: a matrix with a row per trial and a named column per system.

check_inputs <- function(x) {
  check_that(
    is.matrix(x) && is_number(x),
    "be a numeric matrix, a formula, an {.cls lr_set} or a list of them.", x
  )
  if (ncol(x) == 0) stop_input("{.arg x} must have at least one column.")
  colnames(x) <- input_names(colnames(x), ncol(x))
  storage.mode(x) <- "double"
  x
}

# The set of the first input, whose trials, weights and items serve all inputs, and the range of
# each input.
read_carrier <- function(inputs, truth, scale, sure, ...) {
  mute <- rlang::cnd_muffle
  carrier <- withCallingHandlers(
    lr_set(inputs[, 1], truth, scale, sure = sure, ...),
    calibrant_warning_reversed = mute, calibrant_warning_scale = mute, calibrant_warning_code = mute
  )
  ranges <- check_columns(inputs, scale)
  if (!sure) look_for_input_slips(inputs, carrier$truth, scale)
  list(carrier = carrier, ranges = ranges)
}

# Side information may have any range and direction, so only a slip that all inputs show is
# reported.
look_for_input_slips <- function(inputs, is_h1, scale) {
  found <- lapply(seq_len(ncol(inputs)), \(k) find_slips(inputs[, k], is_h1, scale))
  coded <- Filter(\(one) !is.null(one[["code"]]), found)
  if (length(coded) > 0) return(warn_slip("code", coded[[1]]))
  if (any(slips_of_scale %in% unlist(lapply(found, names)))) {
    look_for_wrong_scale(c(inputs), rep(is_h1, ncol(inputs)), scale)
  }
  everywhere <- Reduce(intersect, lapply(found, names))
  tell_slips(found[[1]], intersect(slips_of_order, everywhere))
}

# A data frame or a vector as a matrix; the check refuses anything else.
as_inputs <- function(x) if (is.data.frame(x) || is.numeric(x)) as.matrix(x) else x

# Columns without a name are called by their number.
input_names <- function(names, n) {
  if (is.null(names)) names <- rep("", n)
  nameless <- is.na(names) | names == ""
  names[nameless] <- paste0("s", seq_len(n))[nameless]
  make.unique(names, sep = "_")
}

# The systems of a set side by side, as ln LRs or scores.
set_inputs <- function(x) {
  x <- align_systems(x)
  trials <- split_by_system(x)
  check_same_trials(x, trials)
  value <- values_of(x)
  inputs <- vapply(trials, \(i) to_ln(value[i], x$scale), numeric(length(trials[[1]])))
  inputs <- matrix(inputs, ncol = length(trials))
  colnames(inputs) <- if (is.null(levels(x))) "system" else levels(x)
  inputs
}

# Fields that all systems share, in a set with the values of the first.
set_carrier <- function(x) {
  carrier <- subset_trials(x, split_by_system(x)[[1]])
  if (is.null(own_prior(x, NULL))) carrier <- without_note(carrier, "prior")
  with_values(carrier, carrier$value, carrier$scale, system = NULL)
}

join_systems <- function(sets) {
  if (length(sets) == 0 || !all(vapply(sets, inherits, NA, "lr_set"))) {
    stop_input("A list to be fused must hold an {.cls lr_set} per system.")
  }
  if (is.null(names(sets))) names(sets) <- paste0("s", seq_along(sets))
  named <- Map(\(set, name) {
    stop_if(n_systems(set) > 1, "Each element of the list must hold one system.")
    with_values(set, set$value, set$scale, system = factor(rep(name, length(set))))
  }, sets, names(sets))
  do.call(c, unname(named))
}

# Returns the ranges of the columns, NaN if values are missing. Columns are checked one by one only
# if something is wrong.
check_columns <- function(inputs, scale) {
  ranges <- if (length(inputs) > 0) .Call(ffi_column_ranges, inputs)
  most <- c(lr = Inf, prob = 1)[scale]
  if (is.null(ranges) || anyNA(ranges) || !is.na(most) && any(ranges < 0 | ranges > most)) {
    for (name in colnames(inputs)) check_values(inputs[, name], scale, arg = name)
  }
  ranges
}

is_ln <- function(scale) isTRUE(ln_per_unit[scale] == 1)

# The scale on which the user of a calibration thinks of its input, see given_scale().
input_scale <- function(fit) if (is.null(fit$input_prior)) fit$scale else "prob"

# Natural log LRs, or scores, of inputs to a calibration.
inputs_to_ln <- function(inputs, fit, scale = input_scale(fit)) {
  if (scale == "prob") return(prob_to_ln(inputs, fit$input_prior))
  if (is_ln(scale)) inputs else to_ln(inputs, scale)
}
