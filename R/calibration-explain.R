#' Describe a calibration in plain English
#'
#' The paragraph on calibration for a report: what was done, on which trials, and what it changed.
#'
#' @param x A calibration made by [calibrate()] or [fuse()].
#' @param ... Unused.
#' @return A character vector with a paragraph per system, which prints wrapped to the width of the
#'   console.
#' @seealso [explain()][explain.lr_set] for the performance of a set of LRs
#' @export
#' @examples
#' set.seed(1)
#' explain(calibrate(simulate_lr(100, 300, s = 2, stretch = 2)))
explain.lr_calibration <- function(x, ...) {
  rlang::check_dots_empty()
  facts <- glance(x)
  facts$named <- !is.null(names(x$transforms))
  paragraphs <- vapply(seq_along(x$transforms), \(s) {
    paste(
      sentence_training(x, facts[s, ]),
      sentence_method(x, x$transforms[[s]]),
      sentence_change(facts[s, ]),
      "These figures are for the trials that the calibration was trained on; performance on other",
      "trials must be shown with other trials."
    )
  }, "")
  structure(paragraphs, class = "lr_explanation")
}

sentence_training <- function(fit, fact) {
  what <- if (fit$scale == "score") "scores" else "likelihood ratios (LRs)"
  whose <- if (inherits(fit, "lr_fusion")) {
    sprintf("of %d systems (%s) were combined into one calibrated LR",
      length(fit$terms), paste(fit$terms, collapse = ", "))
  } else if (fact$named) {
    sprintf("of system %s were turned into calibrated LRs", fact$system)
  } else {
    "of the system were turned into calibrated LRs"
  }
  sprintf(
    "The %s %s with the help of %s trials in which H1 is true and %s in which H2 is true.",
    what, whose, plain_count(fact$n_h1), plain_count(fact$n_h2)
  )
}

sentence_method <- function(fit, transform) {
  method <- calibration_method(fit$method)
  input <- if (fit$scale == "score") "score" else "ln LR before"
  training <- if (isTRUE(method$without_prior)) {
    "."
  } else {
    sprintf(", trained at a prior probability of H1 of %s.", format_number(fit$prior))
  }
  settings <- if (!is.null(method$sentence_settings)) method$sentence_settings(fit$settings)
  paste0(
    method$sentence, training, settings, " Result: ", method$formula(transform, input, 4), "."
  )
}

sentence_change <- function(fact) {
  if (is.na(fact$cllr)) {
    return(NULL)
  }
  now <- sprintf(
    "Cllr, the log-likelihood-ratio cost, is now %s bits, where %s would be the least that %s",
    format_number(fact$cllr), format_number(fact$cllr_min),
    "any calibration could reach and 1 means no information."
  )
  if (is.na(fact$cllr_before)) {
    return(now)
  }
  paste(sprintf("Before, Cllr was %s bits.", format_number(fact$cllr_before)), now)
}
