#' Posterior probabilities
#'
#' `posterior()` returns the posterior probability of H1 from a prior probability and a likelihood
#' ratio, by Bayes' rule (Brümmer 2010, eq. 4.4; in odds Ramos et al. 2018, eq. 3),
#' \deqn{\frac{P(H_1|x)}{P(H_2|x)} = LR\, \frac{\pi}{1 - \pi}.}{
#'   P(H_1|x) / P(H_2|x) = LR * prior / (1 - prior).}
#'
#' A prior of 0 or 1 does not change, even with an LR of infinity or 0. To read the LR alone as
#' posterior odds is the prosecutor's fallacy, or transposed conditional.
#'
#' @param x An [lr_set()], or its first argument, followed by the others. A numeric vector of LRs
#'   needs only its `scale`, not the truth.
#' @param prior Prior probability of H1, one or one per trial: 0.5 by default, or the prior of a set
#'   of probabilities.
#' @param ... Passed on to [lr_set()] if `x` is not one.
#' @return Probabilities of H1, one per trial. Scores are an error of class `calibrant_error_score`.
#' @references
#' Brümmer N (2010). PhD thesis. <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @seealso [bayes_decision()]
#' @concept Bayes' rule
#' @concept posterior odds
#' @concept prior odds
#' @concept posterior probability
#' @concept log odds
#' @concept prosecutor's fallacy
#' @concept transposed conditional
#' @concept base rate
#' @concept prevalence
#' @export
#' @examples
#' # Prior odds of 1 to 10 000
#' posterior(1000, prior = 1 / 10001, scale = "lr")
#'
#' x <- lr_set(list(h1 = c(20, 3, 0.8), h2 = c(0.1, 0.4)), scale = "lr")
#' posterior(x, prior = 0.01)
posterior <- function(x, ...) UseMethod("posterior", given(x))

#' @rdname posterior
#' @export
posterior.default <- function(x, ..., prior = NULL) {
  x <- read_lrs(x, ..., prior = prior)
  posterior(x, prior = decision_prior(x, prior))
}

#' @rdname posterior
#' @export
posterior.lr_set <- function(x, prior = own_prior(x), ...) {
  check_dots(...)
  check_calibrated(x)
  # A table would include costs, which do not belong to a probability.
  check_prior(prior)
  points <- read_operating_points(prior)
  check_per_trial(points$prior, length(x))
  log_odds <- rep_len(points$log_odds, length(x))
  certain <- is.infinite(log_odds)
  stats::plogis(replace(to_ln(values_of(x), x$scale), certain, 0) + log_odds)
}

# Decisions need no truth: LRs with a scale suffice, with the fields that are read. A prior given
# with probabilities belongs to them.
read_lrs <- function(x, ..., prior = NULL) {
  if (any(vapply(list(...), identical, NA, "prob"))) return(lr_set(x, ..., prior = prior))
  if (!is.numeric(x) || length(setdiff(rlang::names2(list(...)), "scale")) > 0) {
    return(lr_set(x, ...))
  }
  bare_lrs(x, ...)
}

# The set has the share of H1.
decision_prior <- function(x, prior) {
  own <- own_prior(x, NULL)
  if (is.null(own) || !identical(prior, "data")) prior %||% own_prior(x) else own
}

bare_lrs <- function(x, scale) {
  scale <- check_scale(scale)
  check_values(x, scale)
  with_memory(list(value = as.double(x), scale = scale), c("lr_set", "trial_set"))
}

check_per_trial <- function(x, n) refuse_if(!length(x) %in% c(1, n), "per_trial")

# Posterior probabilities of H1 at the distinct LRs. A certain prior stays certain.
posterior_at <- function(counts, prior) {
  if (prior == 0 || prior == 1) return(rep(prior, length(counts$value)))
  stats::plogis(to_ln(counts$value, counts$scale) + stats::qlogis(prior))
}
