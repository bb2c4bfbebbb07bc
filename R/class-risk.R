#' Risk of log-likelihoods under a proper scoring rule
#'
#' `rule_risk()` returns the mean cost, under a proper scoring rule, of the posteriors of many
#' classes that follow from a prior and the log-likelihoods.
#'
#' With \eqn{q_t} the posterior of trial \eqn{t}, the risk is (Brümmer 2010, eq. 5.4)
#' \deqn{E(\pi) = \sum_i \frac{\pi_i}{N_i}\sum_{t \in i} C(q_t|i).}{
#'   E(prior) = sum_i prior_i mean_{t in class i} C(q_t | i).}
#' * `part = "total"` is the risk of the unchanged log-likelihoods. Under `"log"` it is the
#'   [cross_entropy()][loglik_cross_entropy] in nats, under `"zero_one"` the [misclassification()]
#'   rate.
#' * `part = "opt"` is the risk after the affine map that minimises the cross-entropy at the prior
#'   (eq. 8.23, 8.24). Under rules other than `"log"` the risk may exceed the total; [retrain()]
#'   fits a map by other rules.
#' * `part = "min"` is the least risk after an affine map, for the rule `"log"` only.
#' * `part = "cal"` is the total less `part = "opt"`; except under `"log"` it may be negative.
#' * `part = "default"` is the risk of deciding by the prior alone, its entropy under the rule.
#' * `part = "excess"` is the total less the default. Above 0, ignoring the recogniser would be
#'   better (section 5.3.1).
#'
#' @inheritParams loglik_cross_entropy
#' @param rule A [scoring_rule()], or the name of one without arguments, such as `"log"`, `"brier"`
#'   or `"zero_one"`.
#' @param part Part of the risk: `"total"`, `"opt"`, `"min"`, `"cal"`, `"default"` or `"excess"`.
#' @return In the unit of the rule, in the shapes of [cross_entropy()][loglik_cross_entropy].
#' @inherit bayes_error references
#' @concept multi-class Brier score
#' @concept multi-class risk
#' @name loglik_risk
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' rule_risk(x, "log")
#' rule_risk(x, "log", prior = c(3, 3, 1, 1, 1, 1) / 10, part = "cal")
#' @export
rule_risk.loglik_set <- function(x, rule = "log", prior = NULL, part = "total", ...) {
  check_dots(...)
  check_choice(part, c(risk_parts, "opt"))
  refuse_if(part == "min" && !is_log_rule(rule), "class_rule_min")
  prior <- read_class_prior(prior, x)
  if (part %in% actual_parts) {
    if (is_log_rule(rule)) warn_excluded_truth(x, prior) else warn_undefined(x, prior)
  }
  over_class_priors(x, prior, switch(part,
    total = class_risk,
    min = ,
    opt = class_risk_opt,
    cal = \(system, ...) class_risk(system, ...) - class_risk_opt(system, ...),
    default = class_risk_default,
    excess = \(x, ...) beyond_rounding(class_risk(x, ...), class_risk_default(x, ...))
  ), rule)
}

class_risk_default <- function(system, prior, rule) rule_entropy(rule, rbind(unname(prior)))

class_risk_opt <- function(system, prior, rule) class_risk(optimised(system, prior), prior, rule)

#' @rdname loglik_risk
#' @param bins `"affine"` for the best affine map instead of bins, `"distinct"` for one bin per
#'   distinct row of posteriors, or the number of bins of equal width for the posterior of each
#'   class. With many classes almost every trial has its own bin, and even ten bins call nearly all
#'   loss calibration.
#' @export
rule_decomposition.loglik_set <- function(x, rule = "log", prior = NULL, bins = "affine", ...) {
  check_dots(...)
  prior <- one_class_prior(prior, x)
  if (is.character(bins)) {
    check_choice(bins, c("distinct", "affine"))
  } else {
    check_count(bins)
  }
  if (is_log_rule(rule)) warn_excluded_truth(x, t(prior)) else warn_undefined(x, t(prior))
  bind_systems(systems_of(x), decompose_classes, rule, prior, bins)
}

decompose_classes <- function(system, rule, prior, bins) {
  total <- class_risk(system, prior, rule)
  refinement <- if (identical(bins, "affine")) {
    class_risk_opt(system, prior, rule)
  } else {
    binned_risk(system, prior, rule, bins)
  }
  new_frame(
    total = total, calibration = total - refinement, refinement = refinement,
    default = rule_entropy(rule, rbind(unname(prior))),
    unit = rule_unit(as_rule(rule))
  )
}

# Mean entropy after binning, with the observed shares of a bin as the posterior of all its trials.
binned_risk <- function(system, prior, rule, bins) {
  posterior <- .Call(ffi_posterior, system$log_lik, log_relative(prior))
  cells <- if (is.numeric(bins)) {
    apply(posterior, 2, findInterval, bin_starts(unit_breaks(bins)), rightmost.closed = TRUE)
  } else {
    posterior
  }
  cell <- apply(cells, 1, paste, collapse = " ")
  weight <- trial_shares(system, prior)
  counted <- weight > 0 & !is.nan(posterior[, 1])
  share <- tapply(weight[counted], list(
    factor(cell[counted]), factor(system$truth[counted], seq_along(prior))
  ), sum, default = 0)
  sum(rowSums(share) * rule_entropy(rule, unname(share / rowSums(share))))
}

is_log_rule <- function(rule) {
  identical(rule, "log") || inherits(rule, "scoring_rule") && rule$name == "log"
}

# A prior on one class leaves nothing to learn. Posteriors near 1 are rounded, so the logarithmic
# rule, which is sensitive to this, is computed separately.
class_risk <- function(system, prior, rule) {
  if (is_log_rule(rule)) {
    scale <- if (inherits(rule, "scoring_rule")) rule$scale else 1
    return(class_cross_entropy(system, prior) * log(2) * scale)
  }
  if (sum(prior > 0) == 1) return(0)
  posterior <- .Call(ffi_posterior, system$log_lik, log_relative(prior))
  costs <- rep(NaN, nrow(posterior))
  defined <- !is.nan(posterior[, 1])
  costs[defined] <- rule_score(rule, posterior[defined, , drop = FALSE], system$truth[defined])
  prior_mean(costs, system, prior)
}
