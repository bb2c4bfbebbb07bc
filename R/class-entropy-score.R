#' Confidence of probabilistic classifiers: entropy score
#'
#' `prob_entropy_score()` returns the sharpness of the predictions of a classifier, right or wrong:
#' 1 if all probability is always on one class, 0 if it is always spread evenly.
#'
#' The entropy score of predictions \eqn{p_t} over \eqn{n} classes is (Tornetta 2021, eq. 1)
#' \deqn{h = 1 - \frac{1}{T \ln n} \sum_t H[p_t], \qquad H[p] = -\sum_k p_k \ln p_k,}{
#'   h = 1 - mean(H[p]) / ln(n), with H[p] = -sum(p ln(p)),}
#' with \eqn{0 \ln 0 = 0}. Use the score to choose between models of like accuracy; [prob_purity()]
#' takes the truth into account. Confidence is not meant as in confidence intervals.
#'
#' @param p Posterior probabilities: a matrix or data frame with a row per trial and a column per
#'   class, each row summing to one. Or a list of such, one per model.
#' @return Between 0 and 1: a double, or a vector named by model for a list.
#' @section Errors:
#' Rows that do not sum to one, or negative probabilities, give an error of classes
#' `calibrant_error_posterior` and `calibrant_error_input`.
#' @references
#' Tornetta GN (2021). Entropy methods for the confidence assessment of probabilistic classification
#' models. *Statistica* 81, 383-398. \doi{10.6092/issn.1973-2201/11479}
#' @seealso [prob_purity()], [prob_complement()]
#' @concept entropy score
#' @concept confidence of a classifier
#' @concept overconfidence
#' @export
#' @examples
#' prob_entropy_score(rbind(c(0.45, 0.55), c(0.5, 0.5)))
#' prob_entropy_score(rbind(c(0.10, 0.90), c(1, 0)))
#'
#' p <- rbind(c(0.7, 0.2, 0.1), c(0.1, 0.1, 0.8))
#' prob_entropy_score(list(original = p, complement = prob_complement(p)))
prob_entropy_score <- function(p) {
  check_given()
  vapply(read_models(p, "p"), sharpness, 0)
}

# Rounding must not take the uniform distribution below 0.
sharpness <- function(p) max(0, 1 - mean(.Call(ffi_entropy, p)) / log(ncol(p)))
