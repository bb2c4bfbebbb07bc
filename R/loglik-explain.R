#' Explain the performance of a recogniser in plain English
#'
#' What is needed to know the true class before and after the evidence, and how much of the rest
#' calibration could remove, in sentences for a report.
#'
#' The reading of the cross-entropy as the information that is still missing is that of Ramos et al.
#' (2018, section 4), for any number of classes.
#'
#' @param x A [loglik_set()].
#' @param prior Prior probabilities of the classes, one vector; `NULL` is the flat prior.
#' @param ... Must be empty.
#' @return A character vector with a paragraph per system, which prints wrapped.
#' @references
#' Ramos D, Franco-Pedroso J, Lozano-Diez A, Gonzalez-Rodriguez J (2018). Deconstructing
#' cross-entropy for probabilistic binary classifiers. *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @inherit loglik_cross_entropy references
#' @seealso [summary.loglik_set()] for the numbers, [plot_class_losses()] for the picture
#' @export
#' @examples
#' explain(loglik_set(glass_type, truth = "type", system = "recogniser")["lda"])
explain.loglik_set <- function(x, prior = NULL, ...) {
  rlang::check_dots_empty()
  facts <- as.data.frame(summary(x, prior))
  facts$named <- !is.null(x$system)
  paragraphs <- lapply(split(facts, seq_len(nrow(facts))), explain_classes)
  structure(unlist(paragraphs, use.names = FALSE), class = "lr_explanation")
}

explain_classes <- function(fact) {
  paste(
    sprintf(
      "%s was tested on %s of %d classes.",
      if (fact$named) sprintf("Recogniser %s", fact$system) else "The recogniser",
      trials_text(fact$n), fact$n_classes
    ),
    sprintf(
      "At this prior it takes %s bits on average to know the true class before any evidence.",
      format_number(fact$cross_entropy_null)
    ),
    explain_rest(fact)
  )
}

explain_rest <- function(fact) {
  if (!is.finite(fact$cross_entropy)) {
    return(sprintf(
      "Afterwards no number of bits suffices: %s excluded the true class.",
      trials_text(fact$n_excluded)
    ))
  }
  harm <- fact$cross_entropy > fact$cross_entropy_null
  sprintf(
    "Afterwards it takes %s bits, of which calibration could remove %s.%s",
    format_number(fact$cross_entropy), format_number(fact$cross_entropy_cal),
    if (harm) " It would be better to ignore the recogniser as it is." else ""
  )
}

trials_text <- function(n) sprintf("%s trial%s", plain_count(n), if (n == 1) "" else "s")
