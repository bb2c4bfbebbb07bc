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
#' # Any actions and classes
#' With a matrix of priors, a row per application and a column per class, the costs are matrices,
#' and seen from the prior \eqn{\tilde\pi}{at} they are
#' \eqn{\tilde C_k(a|i) = \pi_{ik} C_k(a|i)/\tilde\pi_i}{C_k(a|i) prior_ik / at_i} (eq. 6.3).
#'
#' @param prior Prior probabilities of H1 of the applications, inside (0, 1). Or a matrix with a row
#'   per application and a column per class, whose rows sum to 1.
#' @param c_miss,c_fa Costs of deciding for H2 under H1, and for H1 under H2; positive. One for all
#'   applications, or one for each.
#' @param cost For a matrix of priors: a matrix of costs, actions in rows and classes in columns, or
#'   a list of them, one per application. Costs of errors of 1 unless given.
#' @param weight Positive weights of the applications. Equal and summing to 1 unless given.
#' @param at The prior at which the rule is to be used, inside (0, 1); for a matrix of priors a
#'   positive one over its classes, by default the flat one.
#' @return A [scoring_rule()].
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
#'
#' # Three classes, two priors
#' prior <- rbind(c(0.8, 0.1, 0.1), c(0.2, 0.3, 0.5))
#' application_mixture(prior, weight = c(0.9, 0.1))
application_mixture <- function(prior, c_miss = 1, c_fa = 1, weight = NULL, at = NULL,
                                cost = NULL) {
  call <- rlang::current_env()
  weight <- if (is.null(weight)) 1 / NROW(prior) else weight
  if (is.matrix(prior)) {
    return(mix_class_applications(prior, cost, weight, at, call))
  }
  at <- if (is.null(at)) 0.5 else at
  check_number(at, "at", above = 0, below = 1)
  check_prior(prior, call)
  if (length(prior) == 0 || any(prior == 0 | prior == 1) || !is.null(cost)) {
    stop_input(
      c(
        "{.arg prior} must be one or more probabilities inside (0, 1).",
        i = "Matrices of costs go with a matrix of priors."
      ),
      call = call
    )
  }
  parts <- list(c_miss = c_miss, c_fa = c_fa, weight = weight)
  for (name in names(parts)) check_positive_each(parts[[name]], name, length(prior), call)

  miss <- c_miss * prior / at
  fa <- c_fa * (1 - prior) / (1 - at)
  new_mixture_rule(fa / (miss + fa), weight * miss * fa / (miss + fa), call)
}

mix_class_applications <- function(prior, cost, weight, at, call) {
  check_probability_rows(prior, "prior", call)
  n <- ncol(prior)
  at <- if (is.null(at)) rep(1 / n, n) else at
  check_probability_rows(rbind(at), "at", call)
  if (length(at) != n || any(at == 0)) {
    stop_input("{.arg at} must have a positive probability per class.", call = call)
  }
  cost <- if (is.null(cost)) 1 - diag(n) else cost
  costs <- if (is.list(cost)) cost else list(cost)
  if (!length(costs) %in% c(1, nrow(prior))) {
    stop_input(
      "{.arg cost} must be one matrix, or a list of one for each of the {nrow(prior)}
       application{?s}.",
      call = call
    )
  }
  rules <- lapply(seq_len(nrow(prior)), \(k) {
    seen <- costs[[min(k, length(costs))]]
    check_cost_matrix(seen, call)
    if (ncol(seen) != n) {
      stop_input("{.arg cost} must have a column for each of the {n} classes.", call = call)
    }
    new_decision_rule(sweep(seen, 2, prior[k, ] / at, "*"), call)
  })
  new_sum_rule(rules, weight, call)
}

check_positive_each <- function(x, arg, n, call, of = "prior") {
  check_finite(x, arg, call)
  if (!length(x) %in% c(1, n) || any(x <= 0)) {
    stop_input(
      c(
        "{.arg {arg}} must be positive: one number, or one for each of the {n} {of}{?s}.",
        x = "There are {length(x)}, the smallest {min(x)}."
      ),
      call = call
    )
  }
}
