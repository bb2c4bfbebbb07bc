#' The complement map of posteriors
#'
#' `prob_complement()` returns posteriors mapped as by complement naive Bayes (Rennie et al. 2003;
#' Tornetta 2021, eq. 4),
#' \deqn{q_k = \frac{1/(1-p_k)}{\sum_j 1/(1-p_j)}.}{q_k = (1 / (1 - p_k)) / sum_j 1 / (1 - p_j).}
#'
#' The map keeps the order of the classes. The uniform distribution is a fixed point, and so are, by
#' continuity, the vertices (probability one on one class). Between them the entropy grows, so no
#' prediction becomes more confident. For two classes the map changes nothing.
#'
#' @param p Posterior probabilities: a matrix or data frame with a row per trial and a column per
#'   class, each row summing to one.
#' @return A matrix like `p`.
#' @inheritSection prob_entropy_score Errors
#' @references
#' Tornetta GN (2021). *Statistica* 81, 383-398. \doi{10.6092/issn.1973-2201/11479}
#'
#' Rennie JDM et al. (2003). *Proceedings of the Twentieth International Conference on Machine
#' Learning*, 616-623.
#' @seealso [naive_bayes()]
#' @concept complement naive Bayes
#' @export
#' @examples
#' # (1/2, 1/2, 0, ..., 0) becomes (2, 2, 1, ..., 1) / (n + 2)
#' prob_complement(rbind(c(0.5, 0.5, 0, 0, 0, 0)))
#'
#' p <- rbind(c(0.7, 0.2, 0.1), c(1, 0, 0), c(1, 1, 1) / 3)
#' prob_complement(p)
prob_complement <- function(p) {
  check_given()
  p <- read_posteriors(p, "p")
  structure(.Call(ffi_complement, p), dimnames = dimnames(p))
}
