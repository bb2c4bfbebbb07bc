#' Each class against the rest, as one scoring rule
#'
#' Makes a scoring rule for three classes or more of one for two: every class in turn is a
#' hypothesis, the others together are the alternative, and the costs are averaged.
#'
#' With \eqn{q_k} the posterior of class \eqn{k} of \eqn{K} and the two-class rule \eqn{C}, a trial
#' of class \eqn{i} costs
#' \deqn{\frac{1}{K}\Big(C(q_i|H_1) + \sum_{k \ne i} C(q_k|H_2)\Big).}{
#'   (C(q_i | H1) + sum_{k != i} C(q_k | H2)) / K.}
#' Each term is proper for its class, so the sum is proper; it is strictly proper where \eqn{C} is.
#' Under `"brier"` it is \eqn{2/K} times Brier's rule of many classes. Under
#' `scoring_rule("cost", eta = 1 / K)` its [risk()][loglik_risk] is twice [cavg()], whose detectors
#' accept a class from \eqn{1/K} on (Brümmer 2010, eq. 8.10). So [retrain()] can train for that
#' cost, and for boosting, which is defined for two classes alone.
#'
#' @param rule A [scoring_rule()] for two classes, or the name of one that has no arguments.
#' @return A [scoring_rule()] for three classes or more.
#' @section Errors: A rule for more than two classes: `calibrant_error_input`.
#' @inherit scoring_rule references
#' @seealso [combined_rule()] to add rules up
#' @export
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")["lda"]
#' rule <- detection_rule(scoring_rule("cost", eta = 1 / 6))
#' c(risk(x, rule) / 2, cavg(x))
#' detection_rule("boost")
detection_rule <- function(rule) {
  rule <- two_class_rule(rule, rlang::current_env())
  new_rule("detection", "detection", part = rule, bounded = rule$bounded, classes = NA)
}

# A row per report and a column per class.
detection_rule_costs <- function(rule, q) {
  n_classes <- ncol(q)
  costs <- lapply(seq_len(n_classes), \(k) rule_costs(rule$part, q[, k]))
  accepted <- matrix(vapply(costs, `[[`, numeric(nrow(q)), "h1"), nrow(q))
  rejected <- matrix(vapply(costs, `[[`, numeric(nrow(q)), "h2"), nrow(q))
  others <- vapply(seq_len(n_classes), \(k) rowSums(rejected[, -k, drop = FALSE]), numeric(nrow(q)))
  (accepted + matrix(others, nrow(q))) * rule$scale / n_classes
}

is_detection <- function(rule) {
  switch(rule$form,
    sum = any(vapply(rule$parts, is_detection, TRUE)),
    detection = TRUE,
    FALSE
  )
}
