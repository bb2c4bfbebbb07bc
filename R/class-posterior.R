#' Posterior probabilities of many classes
#'
#' `posterior()` returns the probability of each class for each trial of a set of log-likelihoods,
#' \eqn{q_k = \pi_k e^{w_k} / \sum_j \pi_j e^{w_j}}{q_k = pi_k exp(w_k) / sum_j pi_j exp(w_j)}
#' (Brümmer 2010, eq. 4.4).
#'
#' @inheritParams loglik_cross_entropy
#' @param prior One vector of prior probabilities; `NULL` is the prior of a set of posteriors, or
#'   else the flat prior.
#' @return A matrix with a row per trial and a named column per class; rows add up to 1. A row is
#'   `NaN` if the trial excludes all classes of positive prior.
#' @inherit bayes_error references
#' @seealso [misclassification()] for the decisions that follow
#' @concept Bayes' rule of classes
#' @export
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' head(posterior(x))
posterior.loglik_set <- function(x, prior = NULL, ...) {
  check_dots(...)
  prior <- one_class_prior(prior, x)
  out <- .Call(ffi_posterior, x$log_lik, log_relative(prior))
  colnames(out) <- set_classes(x)
  out
}
