#' Explain the performance of a recogniser in plain English
#'
#' What is needed to know the true class before and after the evidence, and how much of the rest
#' calibration could remove, in sentences for a report.
#'
#' The reading of the cross-entropy as the information that is still missing is that of Ramos et al.
#' (2018, section 4), for any number of classes: the bits before are the entropy of the prior,
#' \eqn{-\sum_i \pi_i \log_2 \pi_i}{-sum(prior log2(prior))}, those afterwards the cross-entropy
#' (Brümmer 2010, eq. 8.14).
#'
#' @param x A [loglik_set()].
#' @param prior Prior probabilities of the classes, one vector; `NULL` is that of a set of
#'   posteriors, or else the flat prior.
#' @param level,replicates Probability of the interval of the cross-entropy and the replicates
#'   behind it, as in [measures()][measures.loglik_set]. It decides whether the recogniser does
#'   harm.
#' @param ... Must be empty.
#' @return A character vector with a paragraph per system, which prints wrapped.
#' @references
#' Ramos D, Franco-Pedroso J, Lozano-Diez A, Gonzalez-Rodriguez J (2018). Deconstructing
#' cross-entropy for probabilistic binary classifiers. *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @inherit loglik_cross_entropy references
#' @seealso [summary.loglik_set()] for the numbers, [autoplot()][autoplot.class_losses] for the
#'   picture
#' @concept plain words for classes
#' @export
#' @rawNamespace S3method(dplyr::explain, loglik_set)
#' @examples
#' explain(loglik_set(glass_type, truth = "type", system = "recogniser")["lda"])
explain.loglik_set <- function(x, prior = NULL, level = 0.95, replicates = 1000, ...) {
  check_dots(...)
  prior <- one_class_prior(prior, x)
  facts <- as.data.frame(summary(x, prior))
  limits <- suppress_multiclass(measures(x, "cllr", prior, replicates, level))
  facts[c("level", "lower", "upper")] <- list(level, limits$lower, limits$upper)
  facts$named <- !is.null(x$system)
  parts <- c("classes", "classes_before", "classes_after", "classes_harm")
  paragraphs <- with_decimal_mark(lapply(seq_len(nrow(facts)), \(i) {
    paste(c(say_parts(parts, facts[i, ]), told_provenance(x)), collapse = " ")
  }))
  structure(unlist(paragraphs), class = "lr_explanation")
}
