#' A mixture of applications as one scoring rule
#'
#' Somebody who meets several applications, each with its own prior and its own costs of a miss and
#' of a false alarm, and weights them, can judge likelihood ratios for all of them at once: there is
#' one [scoring_rule()] and one prior whose risk is the weighted sum of theirs.
#'
#' Application \eqn{k} has the prior \eqn{\pi_k}, the costs \eqn{C_{miss,k}} and \eqn{C_{fa,k}} and
#' the weight \eqn{\rho_k}. Seen from one prior \eqn{\tilde\pi}{at} for all of them, its costs are
#' \eqn{C_{miss,k}\pi_k/\tilde\pi}{C_miss prior / at} and
#' \eqn{C_{fa,k}(1-\pi_k)/(1-\tilde\pi)}{C_fa (1 - prior) / (1 - at)}, and the sum of the risks is
#' the risk of a mixture of thresholds (Brümmer 2010, eq. 6.2 to 6.7). Which prior is chosen makes
#' no difference to the result, as long as the rule is used with it.
#'
#' @param prior Prior probabilities of H1 of the applications, inside (0, 1).
#' @param c_miss,c_fa Costs of deciding for H2 under H1, and for H1 under H2; positive. One for all
#'   applications, or one for each.
#' @param weight Positive weights of the applications. Equal and summing to 1 unless given.
#' @param at The prior at which the rule is to be used, inside (0, 1).
#' @return A [scoring_rule()] of the kind `"mixture"`.
#' @inherit scoring_rule references
#' @seealso [risk()]
#' @export
#' @examples
#' x <- simulate_lr(100, 300, s = 2)
#' rule <- application_mixture(prior = c(0.01, 0.3), c_miss = c(10, 1), weight = c(0.5, 0.5))
#' risk(x, rule, prior = 0.5)
#'
#' # The same from another prior
#' rule <- application_mixture(c(0.01, 0.3), c_miss = c(10, 1), weight = c(0.5, 0.5), at = 0.1)
#' risk(x, rule, prior = 0.1)
application_mixture <- function(prior, c_miss = 1, c_fa = 1, weight = 1 / length(prior), at = 0.5) {
  call <- rlang::current_env()
  check_number(at, "at", above = 0, below = 1)
  check_prior(prior, call)
  if (length(prior) == 0 || any(prior == 0 | prior == 1)) {
    stop_input("{.arg prior} must be one or more probabilities inside (0, 1).", call = call)
  }
  parts <- list(c_miss = c_miss, c_fa = c_fa, weight = weight)
  for (name in names(parts)) check_positive_each(parts[[name]], name, length(prior), call)

  miss <- c_miss * prior / at
  fa <- c_fa * (1 - prior) / (1 - at)
  new_mixture_rule(fa / (miss + fa), weight * miss * fa / (miss + fa), call)
}

check_positive_each <- function(x, arg, n, call) {
  check_finite(x, arg, call)
  if (!length(x) %in% c(1, n) || any(x <= 0)) {
    stop_input(
      c(
        "{.arg {arg}} must be positive: one number, or one for each of the {n} prior{?s}.",
        x = "There are {length(x)}, the smallest {min(x)}."
      ),
      call = call
    )
  }
}
