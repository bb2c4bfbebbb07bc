#' Risk of log-likelihoods under a proper scoring rule
#'
#' The mean cost of the posteriors that a prior and the log-likelihoods of many classes lead to,
#' under any `scoring_rule()` that exists for them: `"log"`, `"brier"`, `"zero_one"` and `"cost"`
#' with a threshold per class.
#'
#' With \eqn{q_t} the posterior of trial \eqn{t}, the risk is (Brümmer 2010, eq. 5.4)
#' \deqn{E(\pi) = \sum_i \frac{\pi_i}{N_i}\sum_{t \in i} C(q_t|i).}{
#'   E(prior) = sum_i prior_i mean_{t in class i} C(q_t | i).}
#' * `risk()` is that of the log-likelihoods as they are. Under `"log"` it is the
#'   [cross_entropy()][loglik_cross_entropy] in nats, under `"zero_one"` the [misclassification()]
#'   rate.
#' * `risk_min()` is that after the affine map that minimises the cross-entropy at the prior. For
#'   other rules than `"log"` that is not quite the least they could reach, so `risk_min()` may be a
#'   little above `risk()`.
#' * `risk_cal()` is the difference; under other rules than `"log"` it may be negative.
#'
#' @inheritParams loglik_cross_entropy
#' @param rule A `scoring_rule()`, or the name of one that has no arguments.
#' @return In the unit of the rule, in the shapes of [cross_entropy()][loglik_cross_entropy].
#' @inherit loglik_cross_entropy references
#' @name loglik_risk
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' risk(x, "log")
#' cllr(x) * log(2)
#' risk_cal(x, "log", prior = c(3, 3, 1, 1, 1, 1) / 10)
NULL

#' @rdname loglik_risk
#' @export
risk.loglik_set <- function(x, rule = "log", prior = NULL, ...) {
  rlang::check_dots_empty()
  prior <- read_class_prior(prior, set_classes(x))
  if (is_log_rule(rule)) warn_excluded_truth(x, prior) else warn_undefined(x, prior)
  over_class_priors(x, prior, \(system, prior) class_risk(system, prior, rule))
}

#' @rdname loglik_risk
#' @export
risk_min.loglik_set <- function(x, rule = "log", prior = NULL, ...) {
  rlang::check_dots_empty()
  prior <- read_class_prior(prior, set_classes(x))
  over_class_priors(x, prior, \(system, prior) {
    best <- best_affine(system, prior)
    class_risk(replace(system, "log_lik", list(scale_and_shift(system$log_lik, best))), prior, rule)
  })
}

#' @rdname loglik_risk
#' @export
risk_cal.loglik_set <- function(x, rule = "log", prior = NULL, ...) {
  rlang::check_dots_empty()
  risk(x, rule, prior) - risk_min(x, rule, prior)
}

is_log_rule <- function(rule) {
  identical(rule, "log") || inherits(rule, "scoring_rule") && rule$name == "log"
}

# At a prior that leaves one class, nothing is left to learn. Posteriors near 1 are rounded, so the
# logarithmic rule, which could tell, has a way of its own.
class_risk <- function(system, prior, rule) {
  if (is_log_rule(rule)) {
    scale <- if (inherits(rule, "scoring_rule")) rule$scale else 1
    return(class_cross_entropy(system, prior) * log(2) * scale)
  }
  if (sum(prior > 0) == 1) {
    return(0)
  }
  posterior <- .Call(ffi_posterior, system$log_lik, log_relative(prior))
  costs <- rep(NaN, nrow(posterior))
  defined <- !is.nan(posterior[, 1])
  costs[defined] <- score(rule, posterior[defined, , drop = FALSE], system$truth[defined])
  prior_mean(costs, system, prior)
}
