# Costs of reports under a rule.

# Classes of probability 0 do not count, even if they would cost infinitely much.
costs_under <- function(q, costs) {
  terms <- q * costs
  terms[q == 0] <- 0
  unname(rowSums(terms))
}

# Costs of probabilities of H1, given H1 and given H2.
rule_costs <- function(rule, q) {
  costs <- switch(rule$form,
    smooth = .Call(ffi_rule_cost, rule, q),
    # By the number of thresholds that the report has passed.
    steps = lapply(list(h1 = miss_costs(rule), h2 = false_alarm_costs(rule)), `[`,
      findInterval(q, rule$eta) + 1),
    sum = add_parts(rule, \(part) rule_costs(part, q))
  )
  lapply(costs, `*`, rule$scale)
}

miss_costs <- function(rule) rule$least[1] + c(rev(cumsum(rev(rule$alpha / rule$eta))), 0)

false_alarm_costs <- function(rule) rule$least[2] + c(0, cumsum(rule$alpha / (1 - rule$eta)))

# Weighted sum of the results of `compute` for the parts of a rule, lists of h1 and h2 or matrices.
add_parts <- function(rule, compute) {
  weighted <- Map(\(part, weight) {
    value <- compute(part)
    if (is.list(value)) lapply(value, `*`, weight) else value * weight
  }, rule$parts, rule$weight)
  Reduce(\(a, b) if (is.list(a)) Map(`+`, a, b) else a + b, weighted)
}

# A row per report and a column per class.
class_costs <- function(rule, q) {
  if (rule$form == "sum") return(add_parts(rule, \(part) class_costs(part, q)))
  if (rule$form == "detection") return(detection_rule_costs(rule, q))
  if (rule$form == "dirichlet") return(t(.Call(ffi_dirichlet_costs, rule$gamma, log(t(q)))))
  if (!is.null(rule$cost) && ncol(rule$cost) > 2) return(action_costs(rule, q))
  switch(rule$name,
    log = -log(q) * rule$scale,
    brier = (rowSums(q^2) + 1) / 2 - q,
    zero_one = decision_costs(q, rep(1, ncol(q))),
    cost = decision_costs(sweep(q, 2, rule$class_eta, "/"), 1 / ((ncol(q) - 1) * rule$class_eta)),
    {
      costs <- rule_costs(rule, q[, 1])
      cbind(costs$h1, costs$h2)
    }
  )
}

# The first class with the greatest support is chosen; each other class costs as much as a miss of
# it.
decision_costs <- function(support, miss) {
  costs <- matrix(miss, nrow(support), ncol(support), byrow = TRUE)
  costs[cbind(seq_len(nrow(support)), max.col(support, ties.method = "first"))] <- 0
  costs
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

# Costs of the first of the best actions, a row per report and a column per class.
action_costs <- function(rule, q) {
  cost <- rule$cost
  named <- !is.null(colnames(cost)) && !is.null(colnames(q))
  if (named && !identical(colnames(cost), colnames(q))) {
    refuse_if(!setequal(colnames(cost), colnames(q)), "cost_classes")
    cost <- cost[, colnames(q), drop = FALSE]
  }
  unname(cost[max.col(-tcrossprod(q, cost), ties.method = "first"), , drop = FALSE])
}
