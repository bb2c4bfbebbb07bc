#' Risk under a proper scoring rule
#'
#' `rule_risk()` returns the mean cost, under any [scoring_rule()], of the posteriors at a prior, or
#' its discrimination and calibration parts.
#'
#' With \eqn{q_t} the posterior probability of H1 of trial \eqn{t} at the prior \eqn{\pi}, the risk
#' is (Brümmer 2010, eq. 5.4)
#' \deqn{E(\pi) = \frac{\pi}{N_1}\sum_{H_1} C(q_t|H_1) + \frac{1-\pi}{N_2}\sum_{H_2} C(q_t|H_2).}{
#'   E(prior) = prior mean_H1 C(q|H1) + (1 - prior) mean_H2 C(q|H2).}
#'
#' * `part = "total"`: the total loss of the LRs. Under `"log"` it is the [cross_entropy()] in nats,
#'   under `"zero_one"` the probability of error of Bayes decisions.
#' * `part = "min"`: the discrimination loss, after [pav()], under every rule the least risk of any
#'   transformation that keeps the order of the LRs (appendix C). It accepts scores.
#' * `part = "cal"`: the calibration loss, the total less the minimum (eq. 5.5). To compare systems,
#'   use the total (Ferrer and Ramos 2024).
#' * `part = "default"`: the risk of LR = 1 for all trials. Without a set it is `rule_score(rule,
#'   prior, what = "entropy")`.
#' * `part = "excess"`: the total less the default (0 within 1e-12 of it). If it is positive,
#'   ignoring the LRs would be better (section 5.3.1).
#'
#' # Infinite values
#' After a certain and wrong LR the risk under unbounded rules (`"log"`, `"boost"`, `"area"`,
#' `"beta"` with \eqn{\gamma \le 0}) is `Inf` at every prior inside (0, 1), with a warning of class
#' `calibrant_warning_infinite`, and 0 at the priors 0 and 1.
#'
#' @inheritParams cross_entropy
#' @param rule A [scoring_rule()], or the name of a rule without arguments.
#' @param part Part of the risk: `"total"`, `"min"`, `"cal"`, `"default"` or `"excess"`.
#' @return In the unit of the rule, in the shapes of [cross_entropy()].
#' @references
#' Brümmer N (2010). PhD thesis, chapter 5 and appendix C.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Ferrer L, Ramos D (2024). arXiv:2408.02841. <https://arxiv.org/abs/2408.02841>
#' @seealso [rule_decomposition()] for calibration and refinement by bins, [loglik_risk] for more
#'   than two classes
#' @concept Brier score
#' @concept quadratic score
#' @concept expected loss
#' @concept risk
#' @concept skill
#' @concept default recognizer
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' rule_risk(x, "brier", prior = c(0.1, 0.5))
#' rule_risk(x, "brier", prior = c(0.1, 0.5), part = "min")
#'
#' # Priors at which the LRs are harmful
#' rule <- scoring_rule("cost", eta = 0.2)
#' rule_risk(x, rule, prior = c(0.001, 0.1, 0.9, 0.999), part = "excess") > 0
rule_risk <- function(x, ...) UseMethod("rule_risk")

#' @rdname rule_risk
#' @export
rule_risk.lr_set <- function(x, rule = "log", prior = own_prior(x), part = "total", ...) {
  check_dots(...)
  rule <- two_class_rule(rule)
  check_choice(part, risk_parts)
  if (part %in% actual_parts) check_calibrated(x)
  check_prior(prior)
  if (part %in% actual_parts) warn_infinite_risk(x, rule)
  switch(part,
    total = total_risk(x, rule, prior),
    min = least_risk(x, rule, prior),
    # Negative only by rounding, if PAV leaves the LRs unchanged.
    cal = pmax(total_risk(x, rule, prior) - least_risk(x, rule, prior), 0),
    default = default_risk(x, rule, prior),
    excess = beyond_rounding(total_risk(x, rule, prior), default_risk(x, rule, prior))
  )
}

risk_parts <- c("total", "min", "cal", "default", "excess")

# Parts of the risk of the given LRs.
actual_parts <- c("total", "cal", "excess")

total_risk <- function(x, rule, prior) {
  per_system_and_prior(rule_points(x, rule), prior, \(points) mean_risk(points, rule, prior))
}

default_risk <- function(x, rule, prior) {
  per_system_and_prior(systems_of(x), prior, \(system) rule_entropy(rule, prior))
}

least_risk <- function(x, rule, prior) {
  per_system_and_prior(each_system(x, blocks_of), prior, \(blocks) mean_risk(blocks, rule, prior))
}

# Quadrature nodes serve rules that vary no faster than the logarithmic one along the LLR axis;
# rules that are steep or jump need every LLR.
rule_points <- function(x, rule) {
  if (!needs_every_llr(rule)) return(each_system(x, points_of))
  each_system(x, \(system) {
    counts <- counts_of(system)
    c(counts, list(llr = to_ln(counts$value, counts$scale)))
  })
}

needs_every_llr <- function(rule) {
  switch(rule$form,
    smooth = any(rule$gamma > 1),
    sum = any(vapply(rule$parts, needs_every_llr, TRUE)),
    TRUE
  )
}

# One system's points or blocks. At priors 0 and 1 the truth is known already.
mean_risk <- function(points, rule, prior) {
  open <- prior > 0 & prior < 1
  log_odds <- stats::qlogis(as.double(prior[open]))
  means <- mean_rule_costs(points, rule, log_odds)
  out <- rule_entropy(rule, as.double(prior))
  out[open] <- stats::plogis(log_odds) * means$h1 + stats::plogis(-log_odds) * means$h2
  out
}

# Mean cost of the H1 and of the H2 trials at each prior log-odds.
mean_rule_costs <- function(points, rule, log_odds) {
  means <- switch(rule$form,
    smooth = .Call(ffi_rule_risk, rule, points, log_odds),
    steps = mean_step_costs(points, rule, log_odds),
    sum = add_parts(rule, \(part) mean_rule_costs(points, part, log_odds))
  )
  lapply(means, `*`, rule$scale)
}

# The error rates at all thresholds, each found by bisection among the sorted LLRs. A posterior
# passes eta if the LLR is at least logit(eta) less the prior log-odds.
mean_step_costs <- function(points, rule, log_odds) {
  thresholds <- outer(stats::qlogis(rule$eta), log_odds, "-")
  below <- findInterval(thresholds, points$llr, left.open = TRUE) + 1
  p_miss <- c(0, cumsum(points$n_h1))[below] / points$totals[1]
  p_fa <- c(rev(cumsum(rev(points$n_h2))), 0)[below] / points$totals[2]
  dim(p_miss) <- dim(p_fa) <- dim(thresholds)
  list(
    h1 = rule$least[1] + colSums(rule$alpha / rule$eta * p_miss),
    h2 = rule$least[2] + colSums(rule$alpha / (1 - rule$eta) * p_fa)
  )
}

warn_infinite_risk <- function(x, rule) {
  if (!rule$bounded) warn_misleading_infinities(systems_of(x), what = "risk")
}
