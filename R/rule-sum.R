#' Add scoring rules up
#'
#' The weighted sum of proper scoring rules is a proper scoring rule: the costs of somebody who must
#' take several decisions at once, each with its own costs.
#'
#' With weights \eqn{\rho_k > 0} (Brümmer 2010, eq. 3.20, 3.21)
#' \deqn{C_\rho(q|i) = \sum_k \rho_k\,C_k(q|i),}{C(q|i) = sum_k rho_k C_k(q|i),}
#' and risks and entropies add up in the same way. A report that minimises the sum minimises every
#' part (eq. 3.22, 3.23, where the minimum is over \eqn{q}, not \eqn{p}), so that one strictly
#' proper part makes the sum strictly proper.
#'
#' @param ... Two or more rules, or one: [scoring_rule()]s, names of rules, matrices of costs.
#' @param weight Positive weights, one per rule or one for all.
#' @return A [scoring_rule()].
#' @inherit scoring_rule references
#' @seealso [application_mixture()] for sums over applications with different priors
#' @export
#' @examples
#' rule <- combined_rule("log", "zero_one", weight = c(0.2, 0.8))
#' rule
#' risk(simulate_lr(100, 300, s = 2), rule, prior = 0.1)
combined_rule <- function(..., weight = 1) {
  call <- rlang::current_env()
  rules <- list(...)
  if (length(rules) == 0) stop_input("There must be at least one rule.", call = call)
  new_sum_rule(lapply(rules, as_rule, call = call), weight, call)
}

new_sum_rule <- function(rules, weight, call) {
  check_positive_each(weight, "weight", length(rules), call, of = "rule")
  classes <- unique(unlist(lapply(rules, `[[`, "classes")))
  classes <- classes[!is.na(classes)]
  if (length(classes) > 1) {
    stop_input("The rules must be for the same number of classes, not for {classes}.", call = call)
  }
  new_rule("sum", "sum",
    parts = rules, weight = rep_len(as.double(weight), length(rules)),
    bounded = all(vapply(rules, `[[`, TRUE, "bounded")),
    classes = if (length(classes) == 0) NA else classes
  )
}
