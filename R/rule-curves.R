#' Scoring rules side by side
#'
#' The costs, the entropies and the weights of several scoring rules, to be drawn over each other.
#'
#' At the prior \eqn{\pi} a natural log LR \eqn{w} leads to the report \eqn{q} with
#' \eqn{\ln\frac{q}{1-q} = w + \ln\frac{\pi}{1-\pi}}{ln(q / (1 - q)) = w + ln(prior / (1 - prior))}
#' and costs \eqn{C(q|H_i)}{C(q|H_i)} (Brümmer 2010, eq. 7.39).
#'
#' @param ... [scoring_rule()]s for two classes or names of rules that have no arguments. Names of
#'   the arguments are the names of the rules.
#' @param q Probabilities of H1 at which to compute. The thresholds of rules that jump are added.
#' @param prior The prior probability of H1, inside (0, 1), at which reports are likelihood ratios.
#' @return A data frame of class `rule_curves` with a row per rule and probability:
#'   * `rule`,
#'   * `q`, and `llr`: the reported probability of H1, and the natural log LR that leads to it from
#'     the prior,
#'   * `cost_h1`, `cost_h2`: what it costs when H1 and when H2 is true,
#'   * `entropy`, see [entropy()], and `weight`, see [rule_weight()].
#'
#'   Its attribute `masses` holds the weights of single thresholds, `jumps` is `TRUE` for rules that
#'   jump.
#' @inherit scoring_rule references
#' @seealso [plot_rules()] draws it; [rule_curve()] for one rule
#' @export
#' @examples
#' rule_curves("log", "brier", q = c(0.1, 0.5))
rule_curves <- function(..., q = rule_grid(), prior = 0.5) {
  call <- rlang::current_env()
  check_number(prior, "prior", above = 0, below = 1, call = call)
  rules <- lapply(list(...), two_class_rule, call = call)
  if (length(rules) == 0) stop_input("There must be at least one rule.", call = call)
  names <- names_of_rules(rules)
  rows <- lapply(rules, \(rule) {
    curve <- rule_curve(rule, q)
    data.frame(
      q = curve$q,
      llr = stats::qlogis(curve$q) - stats::qlogis(prior),
      as.data.frame(curve)[c("cost_h1", "cost_h2", "entropy")],
      weight = rule_density(rule, curve$q)
    )
  })
  masses <- lapply(rules, rule_masses)
  label <- \(frames) factor(rep(names, vapply(frames, nrow, 1L)), levels = names)
  structure(
    data.frame(rule = label(rows), do.call(rbind, unname(rows))),
    class = c("rule_curves", "calibrant_curve", "data.frame"),
    masses = data.frame(rule = label(masses), do.call(rbind, unname(masses))),
    jumps = rlang::set_names(vapply(rules, is_step_rule, TRUE), names),
    prior = prior
  )
}

names_of_rules <- function(rules) {
  names <- vapply(rules, format, "", USE.NAMES = FALSE)
  given <- rlang::names2(rules)
  make.unique(ifelse(given == "", names, given))
}

# Posteriors close enough for a smooth curve over probabilities, or over LLRs.
rule_grid <- function(even_in_llr = FALSE) {
  if (even_in_llr) stats::plogis(seq(-8, 8, by = 0.02)) else seq(0, 1, by = 0.001)
}
