#' Performance of a recogniser in plain English
#'
#' `explain()` returns sentences for a report: the information needed to identify the true class
#' before and after the evidence, and how much of the latter calibration could save. The bits before
#' are the entropy of the prior; those after are the cross-entropy (Brümmer 2010, eq. 8.14; Ramos et
#' al. 2018, section 4).
#'
#' @param x A [loglik_set()].
#' @param prior One vector of prior probabilities: by default the prior of a set of posteriors, or
#'   else flat.
#' @param level,replicates Probability of the interval of the cross-entropy, which decides whether
#'   the system is called harmful, and number of replicates, as in
#'   [measures()][measures.loglik_set].
#' @param ... Must be empty.
#' @return A character vector with a paragraph per system, which prints wrapped.
#' @inherit dcf references
#' @seealso [summary.loglik_set()] for the numbers
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
  facts$flat <- diff(range(prior)) < 1e-9
  parts <- c("classes", "classes_before", "classes_after", "classes_harm")
  paragraphs <- with_decimal_mark({
    facts$priors <- paste0(percent_text(prior), " (", set_classes(x), ")", collapse = ", ")
    lapply(seq_len(nrow(facts)), \(i) {
      paste(c(say_parts(parts, facts[i, ]), told_provenance(x)), collapse = " ")
    })
  })
  new_object("lr_explanation", unlist(paragraphs))
}
