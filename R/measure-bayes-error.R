#' Bayes error rate
#'
#' `bayes_error()` returns the probability of a wrong decision at a prior, for decisions at the
#' Bayes threshold; `bayes_error_min()` returns it for the best threshold.
#'
#' This is the detection cost [dcf()] with both costs 1 (Brümmer 2010, eq. 7.18 and 7.42),
#' \deqn{E_{err}(\pi) = \pi\,P_{miss} + (1-\pi)\,P_{fa}, \quad \mathrm{at\ ln\ LR} \ge
#'   -\mathrm{logit}\,\pi.}{
#'   E_err = prior P_miss + (1 - prior) P_fa, decided at ln LR >= -logit(prior).}
#'
#' [effective_prior()] reduces other costs to this case. On few trials `bayes_error_min()` is
#' optimistic; `measures(x, "bayes_error_min")` corrects it.
#'
#' `bayes_error_min()` never exceeds the error rate of decisions by the prior alone, \eqn{\min(\pi,
#' 1-\pi)}{min(prior, 1 - prior)}; a larger `bayes_error()` is due to miscalibration (eq. 7.43). The
#' maximum of `bayes_error_min()` over all priors is the [eer()]. The areas under both curves over
#' the prior log-odds are `2 * log(2)` times [cllr()] and [cllr_min()] (eq. 6.14, which lacks the
#' factor 2).
#'
#' @inheritParams cross_entropy
#' @param prior Prior probabilities of H1: by default 0.5, or the prior of a set of probabilities;
#'   [effective_prior()]s if costs differ.
#' @param normalised Whether to divide by \eqn{\min(\pi, 1-\pi)}{min(prior, 1 - prior)}, with the
#'   result `NaN` at the priors 0 and 1.
#' @return Probabilities, or their ratios to the reference, in the shapes of [cross_entropy()].
#' @references
#' Brümmer N (2010). PhD thesis. <https://scholar.sun.ac.za/handle/10019.1/5139>
#' @seealso [bayes_error_curve()]
#' @concept probability of error
#' @concept expense
#' @concept Bayes error-rate
#' @export
#' @examples
#' x <- simulate_lr(200, 1000, s = 2, stretch = 2)
#' bayes_error(x, prior = c(0.01, 0.5))
#' bayes_error_min(x, prior = c(0.01, 0.5))
#' bayes_error(x, prior = c(0.01, 0.5), normalised = TRUE)
bayes_error <- function(x, ...) UseMethod("bayes_error")

#' @rdname bayes_error
#' @export
bayes_error.lr_set <- function(x, prior = own_prior(x), normalised = FALSE, ...) {
  check_dots(...)
  check_calibrated(x)
  check_prior(prior)
  points <- read_operating_points(prior)
  costs_at(each_system(x, counts_for, at_odds(points$log_odds)), points, bayes_rates, normalised)
}

#' @rdname bayes_error
#' @export
bayes_error_min <- function(x, ...) UseMethod("bayes_error_min")

#' @rdname bayes_error
#' @export
bayes_error_min.lr_set <- function(x, prior = own_prior(x), normalised = FALSE, ...) {
  check_dots(...)
  check_prior(prior)
  costs_at(each_system(x, blocks_of), read_operating_points(prior), best_rates, normalised)
}

error_rate <- function(rates, log_odds) {
  stats::plogis(log_odds) * rates$p_miss + stats::plogis(-log_odds) * rates$p_fa
}
