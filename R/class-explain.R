#' Performance of a recogniser in plain English
#'
#' `explain()` returns sentences for a report: the information needed to know the true class before
#' and after the evidence, and the part of the rest that calibration could remove.
#'
#' The bits before are the entropy of the prior, \eqn{-\sum_i \pi_i \log_2 \pi_i}{-sum(prior
#' log2(prior))}; those after are the cross-entropy (Brümmer 2010, eq. 8.14). Ramos et al. (2018,
#' section 4) read it as the information that is still missing.
#'
#' @param x A [loglik_set()].
#' @param prior Prior probabilities of the classes, one vector; `NULL` stands for the prior of a set
#'   of posteriors, or else the flat prior.
#' @param level,replicates Probability of the interval of the cross-entropy, and the number of
#'   replicates, as in [measures()][measures.loglik_set]. The interval decides whether the
#'   recogniser does harm.
#' @param ... Must be empty.
#' @return A character vector with a paragraph per system, which prints wrapped.
#' @references
#' Brümmer N (2010). *Measuring, refining and calibrating speaker and language information extracted
#' from speech*. PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Ramos D, Franco-Pedroso J, Lozano-Diez A, Gonzalez-Rodriguez J (2018). Deconstructing
#' cross-entropy for probabilistic binary classifiers. *Entropy* 20, 208. \doi{10.3390/e20030208}
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
