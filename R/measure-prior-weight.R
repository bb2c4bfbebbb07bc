#' Weights of priors in the cross-entropy
#'
#' The cross-entropy of a recogniser at the flat prior is an average of its error rates over all
#' priors. This is the weight of each prior in it.
#'
#' With \eqn{x_i = \ln(\pi_i/\pi_K)}{x_i = ln(prior_i / prior_K)} the cross-entropy in nats is
#' \deqn{\int \omega(x)\, E_{err}(\pi(x))\, dx, \qquad
#'   \omega(x) = \frac{(K-2)!}{K} \sum_k \frac{1}{\eta_k} \prod_k \eta_k, \qquad
#'   \eta_k \propto e^{-x_k}.}{
#'   integral of omega(x) E_err(prior(x)) dx, where omega(x) = (K - 2)! / K * sum_k 1 / eta_k *
#'   product_k eta_k and eta_k is proportional to exp(-x_k).}
#' The thesis draws \eqn{\omega} for three classes (Brümmer 2010, figure D.1) and prints no formula
#' for it. Its maximum, 1/9, is at the flat prior, and it has three ridges along which one class
#' becomes ever more probable while the other two stay equal. For two classes it is 1/2 everywhere:
#' the factor that eq. 6.14 lacks.
#'
#' @param x A matrix of log prior odds, a row per prior and a column for each class but the last,
#'   which they refer to; for two classes also a vector.
#' @return `prior_weight()`: \eqn{\omega} for each row. `prior_weight_surface()`: a data frame of
#'   class `prior_weight_surface` with the columns `x1`, `x2`, `weight` for three classes.
#' @references
#' Brümmer N (2010). *Measuring, refining and calibrating speaker and language information extracted
#' from speech*. PhD thesis, Stellenbosch University, appendix D.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#' @seealso [misclassification()] for the error rates
#' @export
#' @examples
#' prior_weight(rbind(c(0, 0), c(2, 2), c(5, 0)))
#' plot(prior_weight_surface())
prior_weight <- function(x) {
  check_finite(x, "x")
  log_eta <- -cbind(x, 0, deparse.level = 0)
  top <- apply(log_eta, 1, max)
  log_eta <- log_eta - top - log(rowSums(exp(log_eta - top)))
  n <- ncol(log_eta)
  # Products of all eta but one, without a division by one that has underflowed.
  others <- rowSums(exp(rowSums(log_eta) - log_eta))
  factorial(n - 2) / n * others
}

#' @rdname prior_weight
#' @param limit The log odds go from `-limit` to `limit`.
#' @param by Their distance.
#' @export
prior_weight_surface <- function(limit = 6, by = 0.1) {
  check_number(limit, "limit", above = 0)
  check_number(by, "by", above = 0)
  if (limit / by > 500) {
    stop_input(
      "{.arg limit} must be at most 500 steps of {.arg by}; no picture shows more.",
      x = "It is {format_number(limit / by)} steps."
    )
  }
  odds <- seq(-limit, limit, by = by)
  surface <- expand.grid(x1 = odds, x2 = odds)
  surface$weight <- prior_weight(as.matrix(surface))
  structure(surface, class = c("prior_weight_surface", "calibrant_curve", "data.frame"))
}
