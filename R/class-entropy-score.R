#' Confidence of probabilistic classifiers: entropy score
#'
#' `prob_entropy_score()` returns the sharpness of the predictions of a classifier, right or wrong.
#' It is 1 if all probability is always on one class, and 0 if the distribution is always uniform.
#'
#' The entropy score of predictions \eqn{p_t} over \eqn{n} classes is (Tornetta 2021, eq. 1)
#' \deqn{h = 1 - \frac{1}{T \ln n} \sum_t H[p_t], \qquad H[p] = -\sum_k p_k \ln p_k,}{
#'   h = 1 - mean(H[p]) / ln(n), with H[p] = -sum(p ln(p)),}
#' with \eqn{0 \ln 0 = 0}. Use the score to choose between models of similar accuracy;
#' [prob_purity()] uses the truth.
#'
#' With `what = "largest"` the result is the *confidence* of the paper (section 2), \eqn{\frac{1}{T}
#' \sum_t \max_k p_t(k)}{mean(max_k p_t(k))}, from \eqn{1/n} to 1.
#'
#' @param p Posterior probabilities: a matrix or data frame with a row per trial and a column per
#'   class, each row summing to one. Or a list of these, one per model.
#' @param what `"entropy"`, or `"largest"` for the mean of the largest probability of each row.
#' @return Between 0 and 1: a double, or a vector named by model for a list.
#' @section Errors:
#' Rows that do not sum to one, or negative probabilities, give an error of classes
#' `calibrant_error_posterior` and `calibrant_error_input`.
#' @references
#' Tornetta GN (2021). *Statistica* 81, 383-398. \doi{10.6092/issn.1973-2201/11479}
#' @seealso [prob_complement()]
#' @concept entropy score
#' @concept confidence of a classifier
#' @concept overconfidence
#' @export
#' @examples
#' prob_entropy_score(rbind(c(0.45, 0.55), c(0.5, 0.5)))
#' prob_entropy_score(rbind(c(0.10, 0.90), c(1, 0)))
#' prob_entropy_score(rbind(c(0.10, 0.90), c(1, 0)), what = "largest")
#'
#' p <- rbind(c(0.7, 0.2, 0.1), c(0.1, 0.1, 0.8))
#' prob_entropy_score(list(original = p, complement = prob_complement(p)))
prob_entropy_score <- function(p, what = "entropy") {
  check_given()
  check_choice(what, c("entropy", "largest"))
  vapply(read_models(p, "p"), if (what == "entropy") sharpness else mean_largest, 0)
}

mean_largest <- function(p) mean(do.call(pmax, as.data.frame(p)))

# Rounding must not take the uniform distribution below 0.
sharpness <- function(p) max(0, 1 - mean(.Call(ffi_entropy, p)) / log(ncol(p)))
