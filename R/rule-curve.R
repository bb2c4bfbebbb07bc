#' Curves of scoring rules
#'
#' `rule_curve()` returns the cost of every report under each hypothesis, the entropy that a rule
#' induces, and the weight of each threshold.
#'
#' At the prior \eqn{\pi} a natural log LR \eqn{w} leads to the report \eqn{q} with
#' \eqn{\ln\frac{q}{1-q} = w + \ln\frac{\pi}{1-\pi}}{ln(q / (1 - q)) = w + ln(prior / (1 - prior))}
#' (Brümmer 2010, eq. 7.39). [rule_score()] defines costs and entropy (eq. 2.9 and 2.11).
#'
#' # Weights
#' The weight of a threshold on the posterior is the density \eqn{\rho} of [scoring_rule()]. A rule
#' with jumps has weights at its thresholds and no density.
#'
#' # Optimal reports
#' If the probability \eqn{p} of H1 is right, the reports \eqn{q} that minimise \eqn{C(q|p)} include
#' \eqn{p} (eq. 3.1), and no other under a strictly proper rule. Under a rule with jumps at
#' \eqn{\eta_1 < \eta_2 < \dots} they are the range \eqn{[\eta_k, \eta_{k+1})} that contains
#' \eqn{p}; at \eqn{p = \eta_k} the ranges on both sides (eq. 3.26, 3.27).
#'
#' @param ... [scoring_rule()]s for two classes or names of rules without arguments. Argument names
#'   become the names of the rules.
#' @param q Probabilities of H1. The thresholds of rules with jumps are added.
#' @param prior The prior probability of H1, inside (0, 1), for `llr`.
#' @return A data frame of class `rule_curve` with a row per rule and probability, in ascending
#'   order of probabilities:
#'   * `rule`,
#'   * `q`, and `llr`: the reported probability of H1, and the natural log LR with this posterior,
#'   * `cost_h1`, `cost_h2`: the cost when H1 and when H2 is true, in the unit of the rule,
#'   * `entropy`: the mean cost if the report is right, see [rule_score()],
#'   * `weight`: the density \eqn{\rho} at \eqn{\eta = q}; `Inf` at a pole.
#'
#'   Its attributes are
#'   * `rules`, and `jumps`, which of these have jumps; `prior`,
#'   * `masses`, a data frame of `rule`, `eta` and `weight` of single thresholds,
#'   * `minimisers`, a data frame with a row per rule and region of the (p, q) plane: `rule`,
#'     `p_min`, `p_max`, `q_min`, `q_max`. Regions with `p_min < p_max` are rectangles, open in `p`;
#'     those with `p_min = p_max` are lines at a threshold. `q_max` belongs to the region only if it
#'     is 1. The one row `0, 1, 0, 1` of a strictly proper rule means the diagonal,
#'   * `unit`, `"nats"` or `"bits"` if all rules are logarithmic with one unit.
#' @inherit bayes_error references
#' @seealso [autoplot.rule_curve()] draws it
#' @concept Savage representation
#' @concept minimisers
#' @concept weight of thresholds
#' @concept weighting function
#' @export
#' @examples
#' rule_curve("brier", q = c(0, 0.25, 0.5, 1))
#' rule_curve("log", steep = scoring_rule("beta", gamma = 3), q = c(0.1, 0.5))
#' attr(rule_curve(scoring_rule("mixture", eta = c(0.5, 0.55))), "minimisers")
rule_curve <- function(..., q = seq(0, 1, by = 0.001), prior = 0.5) {
  check_number(prior, above = 0, below = 1)
  check_within(q, low = 0, high = 1)
  check_filled(q)
  rules <- lapply(list(...), two_class_rule)
  if (length(rules) == 0) stop_input("There must be at least one rule.")
  names(rules) <- names_of_rules(rules)
  new_curve(bind_rules(rules, \(rule) rule_branches(rule, as.double(q), prior)), "rule_curve",
    rules = rules,
    masses = bind_rules(rules, rule_masses),
    minimisers = bind_rules(rules, rule_minimisers),
    jumps = vapply(rules, is_step_rule, TRUE),
    prior = prior,
    unit = unit_of_rules(rules)
  )
}

# Costs have no unit unless all rules are logarithmic, with one base.
unit_of_rules <- function(rules) {
  unit <- unique(vapply(rules, rule_unit, ""))
  if (length(unit) == 1 && unit != "cost") unit
}

rule_branches <- function(rule, q, prior) {
  q <- sort(unique(c(q, rule_thresholds(rule))))
  costs <- report_costs(rule, q)
  new_frame(
    q = q,
    llr = stats::qlogis(q) - stats::qlogis(prior),
    cost_h1 = costs[, 1],
    cost_h2 = costs[, 2],
    entropy = costs_under(report_rows(q), costs),
    weight = rule_density(rule, q)
  )
}

bind_rules <- function(rules, compute) {
  rows <- lapply(rules, compute)
  rule <- factor(rep(names(rules), vapply(rows, nrow, 1L)), levels = names(rules))
  new_frame(rule = rule, do.call(rbind, unname(rows)))
}

names_of_rules <- function(rules) {
  names <- vapply(rules, format, "", USE.NAMES = FALSE)
  given <- rlang::names2(rules)
  make.unique(ifelse(given == "", names, given))
}

# Eq. 3.26, 3.27.
rule_minimisers <- function(rule) {
  eta <- if (is_step_rule(rule)) rule_thresholds(rule) else double()
  ends <- c(0, eta, 1)
  n <- length(ends)
  ranges <- new_frame(
    p_min = c(ends[-n], eta), p_max = c(ends[-1], eta),
    q_min = c(ends[-n], ends[seq_along(eta)]), q_max = c(ends[-1], ends[seq_along(eta) + 2])
  )
  ranges[order(ranges$p_min, ranges$p_max), ]
}
