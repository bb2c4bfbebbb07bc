# Fields of a set, and their requirements.

# Trusted constructor: callers have checked their input. `range` is that of the values, if known.
new_lr_set <- function(value, truth, scale, labels, ..., range = NULL) {
  fields <- list(value = value, truth = truth, scale = scale, labels = labels, ...)[lr_fields]
  names(fields) <- lr_fields
  system <- fields$system
  if (!is.double(value) || !is.logical(truth) || !(is.null(system) || is.factor(system))) {
    stop("internal error: trials of a wrong type")
  }
  with_memory(fields, c("lr_set", "trial_set"), range)
}

lr_fields <- c(
  "value", "truth", "scale", "labels", "system", "weight", "source1", "source2", "fold", "id",
  "lower", "upper"
)

#' @exportS3Method
are_fields.lr_set <- function(x, kind) {
  n <- length(x$value)
  fits <- \(field) is.null(field) || is.atomic(field) && length(field) == n
  all(names(x) %in% c(lr_fields, "memory")) &&
    is.double(x$value) && n > 0 && !anyNA(x$value) &&
    is.logical(x$truth) && length(x$truth) == n && !anyNA(x$truth) &&
    is.character(x$scale) && length(x$scale) == 1 && x$scale %in% value_scales &&
    are_systems(x$system, n) && are_weights(x$weight, n) &&
    is.character(x$labels) && all(c("h1", "h2") %in% names(x$labels)) && !anyNA(x$labels) &&
    fits(x$source1) && fits(x$source2) && fits(x$id) && fits(x$fold) &&
    are_limits(x$lower, x$value) && are_limits(x$value, x$upper)
}

# Either label may be missing.
are_limits <- function(low, high) {
  is.null(low) || is.null(high) || is.double(low) && is.double(high) &&
    length(low) == length(high) && !any(low > high, na.rm = TRUE)
}

# The same trials with other LRs, and the limits of these if known.
with_values <- function(x, value, scale, system = .subset2(x, "system"),
                        fold = .subset2(x, "fold"), limits = NULL) {
  changed <- with_fields(x, list(
    value = value, scale = scale, system = system, fold = fold, lower = limits$lower,
    upper = limits$upper
  ))
  without_note(changed, c(if (scale != "ln") "prior", if (is.null(limits$lower)) "limited"))
}

plain_labels <- c(h1 = "TRUE", h2 = "FALSE")

# The sentences' words for the hypotheses follow their labels.
put_hypotheses <- function(labels, hypotheses) {
  if (is.null(hypotheses)) return(labels)
  levels <- names(hypotheses) %||% c("h1", "h2")
  check_that(
    is.character(hypotheses) && length(hypotheses) == 2 && !anyNA(plain_names(hypotheses)) &&
      all(validEnc(hypotheses) & are_short(hypotheses)) && setequal(levels, c("h1", "h2")),
    "be two non-empty strings of at most 10 000 bytes, {.code c(h1 = , h2 = )}.", hypotheses,
    i = "For example {.code c(h1 = \"the fragments come from the same window\", h2 = \"they come
         from different windows\")}."
  )
  structure(labels, hypotheses = rlang::set_names(hypotheses, levels)[c("h1", "h2")])
}

# NULL if the user has given none.
hypotheses_of <- function(x) attr(x$labels, "hypotheses")

check_scale <- function(scale, scales = value_scales) {
  refuse_if(missing(scale), "scale_missing")
  as.vector(check_choice(scale, scales))
}

# Returns the smallest and the largest value.
check_values <- function(x, scale, arg = "x") {
  check_that(is_number(x), "be numeric.", x, arg, i = lr_hint(x))
  check_numeric(x, arg)
  stop_if(length(x) == 0, "{.arg {arg}} must have at least one trial; it is empty.")
  ends <- .Call(ffi_range, as.double(x))
  most <- c(prob = 1, lr = Inf)[scale]
  if (!is.na(most) && (ends[1] < 0 || ends[2] > most)) {
    outside <- which(x < 0 | x > most)
    refuse("outside_scale", at = outside[1])
  }
  ends
}

# Hint for words instead of LRs, which may be conclusions.
lr_hint <- function(x) {
  numeric_hint(x) %||% if (is.factor(x) || is.character(x)) {
    "For conclusions of examiners, such as identification and exclusion, use
      {.fn conclusion_set}."
  }
}

# Returns the number of trials of the scarcer hypothesis of each system.
check_both_classes <- function(truth, system) {
  n_h1 <- trial_numbers(truth, system)
  n_h2 <- if (is.null(system)) length(truth) - n_h1 else trial_numbers(!truth, system)
  check_class_sizes(n_h1, n_h2, levels(system))
  pmin(n_h1, n_h2)
}

check_class_sizes <- function(n_h1, n_h2, systems) {
  at <- which(n_h1 == 0 | n_h2 == 0)[1]
  if (!is.na(at)) {
    where <- if (length(systems) > 1) paste0(" of system \"", systems[at], "\"")
    refuse("one_hypothesis")
  }
}

# Number of trials of each system, regardless of weights.
trial_numbers <- function(counted, system) {
  if (is.null(system)) sum(counted) else tabulate(system[counted], nlevels(system))
}
