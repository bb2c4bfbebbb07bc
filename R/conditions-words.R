# A calibration under conditions in words.

#' @rdname explain.lr_calibration
#' @rawNamespace S3method(dplyr::explain, lr_conditions)
#' @export
explain.lr_conditions <- function(x, ...) {
  check_intact_fit(x)
  check_dots(...)
  facts <- glance(x)
  new_object("lr_explanation", with_decimal_mark(paste_said(
    sentence_conditions(x, facts), sentence_changes(x$conditions),
    say("change_to", facts[1, ]), say("elsewhere")
  )))
}

sentence_conditions <- function(x, facts) {
  known <- x$conditions
  say("conditions_trained", c(as.list(facts[1, ]), list(
    fused = length(known$inputs) > 1, scale = known$scale, n_terms = length(known$inputs),
    terms = paste(known$inputs, collapse = ", "),
    conditions = paste(names(known$variance), collapse = ", "), training_prior = x$prior
  )))
}

# Conditions with an effect, and its size: the standard deviation of the ln LR at a typical score
# under typical changes of each condition, as a factor of the LR.
sentence_changes <- function(known) {
  counts <- known$variance > least_variance
  factors <- exp(sqrt(known$variance[counts]))
  paste_said(
    if (any(counts)) {
      said <- sprintf("%s (%s)", names(factors), format_number(factors, 2))
      say("conditions_count", list(which = paste(said, collapse = ", ")))
    },
    if (any(!counts)) {
      nothing <- names(known$variance)[!counts]
      say("conditions_nothing", list(which = paste(nothing, collapse = ", ")))
    },
    if (!anyNA(known$slopes)) {
      say("conditions_slopes", list(
        least_slope = format_number(known$slopes[1]),
        largest_slope = format_number(known$slopes[2])
      ))
    }
  )
}
