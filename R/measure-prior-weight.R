#' Weights of priors in the cross-entropy
#'
#' `prior_weight()` returns the weight of each prior in the cross-entropy at the flat prior, which
#' is an average of error rates over all priors.
#'
#' With \eqn{x_i = \ln(\pi_i/\pi_K)}{x_i = ln(prior_i / prior_K)} the cross-entropy in nats is
#' \deqn{\int \omega(x)\, E_{err}(\pi(x))\, dx, \qquad
#'   \omega(x) = \frac{(K-2)!}{K} \sum_k \frac{1}{\eta_k} \prod_k \eta_k, \qquad
#'   \eta_k \propto e^{-x_k}.}{
#'   integral of omega(x) E_err(prior(x)) dx, where omega(x) = (K - 2)! / K * sum_k 1 / eta_k *
#'   product_k eta_k and eta_k is proportional to exp(-x_k).}
#' The thesis draws \eqn{\omega} for three classes (Brümmer 2010, figure D.1), without a formula.
#' The maximum, 1/9, is at the flat prior. Along three ridges one class becomes more probable while
#' the others remain equal. For two classes \eqn{\omega} is 1/2, the factor that eq. 6.14 lacks.
#'
#' @param x A matrix of log prior odds, a row per prior and a column for each class but the last,
#'   the reference; for two classes also a vector.
#' @return \eqn{\omega} for each row. The script
#'   `system.file("figures/bruemmer-2010.R", package = "calibrant")` draws it.
#' @inherit bayes_error references
#' @seealso [misclassification()] for the error rates
#' @concept prior-weighted objective
#' @concept weighting of priors
#' @export
#' @examples
#' prior_weight(rbind(c(0, 0), c(2, 2), c(5, 0)))
prior_weight <- function(x) {
  check_given()
  check_finite(x)
  log_eta <- -cbind(x, 0, deparse.level = 0)
  top <- apply(log_eta, 1, max)
  log_eta <- log_eta - top - log(rowSums(exp(log_eta - top)))
  n <- ncol(log_eta)
  # Products of all eta but one, without a division by one that has underflowed.
  factorial(n - 2) / n * rowSums(exp(rowSums(log_eta) - log_eta))
}
