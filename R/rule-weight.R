#' The applications that a scoring rule stands for
#'
#' Every regular rule for two classes is a mixture of decisions with thresholds on the posterior.
#' This is how much weight the rule puts on each threshold, and so on each ratio of costs.
#'
#' The costs of the rule are (Brümmer 2010, eq. 7.34, 7.35)
#' \deqn{C(q|H_1) = \int_q^1 \frac{\rho(\eta)}{\eta}d\eta, \qquad
#'   C(q|H_2) = \int_0^q \frac{\rho(\eta)}{1-\eta}d\eta.}{
#'   C(q|H1) = integral from q to 1 of rho(eta) / eta,
#'   C(q|H2) = integral from 0 to q of rho(eta) / (1 - eta).}
#' For `"log"` \eqn{\rho} is 1, in nats. A rule that jumps has weights at its thresholds and no
#' density.
#'
#' @param rule A [scoring_rule()] for two classes, or the name of one that has no arguments.
#' @param eta Thresholds on the probability of H1, between 0 and 1.
#' @return The density \eqn{\rho} at `eta`; `Inf` where it has a pole. Its attribute `masses` is a
#'   data frame of thresholds `eta` with weights of their own, `weight`.
#' @inherit scoring_rule references
#' @seealso [rule_curves()] draws it
#' @export
#' @examples
#' rule_weight(scoring_rule("beta", gamma = 1), c(0, 0.25, 0.5))
#' rule_weight("zero_one", 0.5)
rule_weight <- function(rule, eta) {
  call <- rlang::current_env()
  rule <- two_class_rule(rule)
  check_numeric(eta, "eta", call)
  if (any(eta < 0 | eta > 1)) stop_input("{.arg eta} must lie between 0 and 1.", call = call)
  structure(rule_density(rule, as.double(eta)), masses = rule_masses(rule))
}

rule_density <- function(rule, eta) {
  # What the members of the beta family with names of their own are of the density.
  unit <- switch(rule$name, brier = 1 / 3, boost = pi / 2, 1) * rule$scale
  switch(rule$form,
    steps = numeric(length(eta)),
    sum = Reduce(`+`, Map(\(part, w) w * rule_density(part, eta), rule$parts, rule$weight)),
    unit * stats::dbeta(eta, rule$gamma[1] + 1, rule$gamma[length(rule$gamma)] + 1)
  )
}

rule_masses <- function(rule) {
  none <- data.frame(eta = double(), weight = double())
  switch(rule$form,
    steps = data.frame(eta = rule$eta, weight = rule$alpha),
    sum = add_masses(rule),
    none
  )
}

add_masses <- function(rule) {
  masses <- do.call(rbind, Map(\(part, w) {
    of_part <- rule_masses(part)
    of_part$weight <- of_part$weight * rep_len(w, nrow(of_part))
    of_part
  }, rule$parts, rule$weight))
  if (nrow(masses) == 0) {
    return(masses)
  }
  stats::aggregate(weight ~ eta, masses, sum)
}
