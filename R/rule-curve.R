#' The branches of a scoring rule
#'
#' What every report costs under each hypothesis, and the entropy that the rule induces: the
#' numbers behind `plot(scoring_rule(...))`.
#'
#' With \eqn{q} the reported probability, the curves are \eqn{C(q|H_1)}{C(q|H1)},
#' \eqn{C(q|H_2)}{C(q|H2)} and \eqn{q\,C(q|H_1) + (1-q)\,C(q|H_2)}{q C(q|H1) + (1 - q) C(q|H2)}
#' (Brümmer 2010, eq. 2.9 and 2.11).
#'
#' @param rule A [scoring_rule()] for two classes, or the name of one that has no arguments.
#' @param q Probabilities of H1 at which to compute. The thresholds of a rule that jumps are added.
#' @return A data frame of class `rule_curve` with a row per probability, in ascending order:
#'   * `q`, the reported probability of H1,
#'   * `cost_h1`, `cost_h2`, what it costs when H1 and when H2 is true, in the unit of the rule,
#'   * `entropy`, what it costs on average when it is right, see [entropy()].
#'
#'   Its attribute `rule` is the rule.
#' @inherit scoring_rule references
#' @seealso [autoplot.rule_curve()] draws it
#' @export
#' @examples
#' rule_curve("brier", q = c(0, 0.25, 0.5, 1))
rule_curve <- function(rule, q = seq(0, 1, by = 0.001)) {
  rule <- as_rule(rule)
  call <- rlang::current_env()
  check_classes(rule, 2, call)
  check_share(q, "q", call)
  check_filled(q, "q", call)
  q <- sort(unique(c(as.double(q), rule_thresholds(rule))))
  costs <- report_costs(rule, q, call)
  data <- data.frame(
    q = q,
    cost_h1 = costs[, 1],
    cost_h2 = costs[, 2],
    entropy = costs_under(cbind(q, 1 - q), costs)
  )
  new_curve(data, "rule_curve", rule = rule)
}
