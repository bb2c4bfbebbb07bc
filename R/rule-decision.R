# Scoring rules from a matrix of costs, actions in rows and classes in columns (Brümmer 2010, eq.
# 2.9).

new_decision_rule <- function(cost) {
  check_cost_matrix(cost)
  refuse_if(ncol(cost) < 2 || any(is.infinite(cost)), "cost_columns")
  storage.mode(cost) <- "double"
  steps <- if (ncol(cost) == 2) cost_steps(cost[, 1], cost[, 2])
  new_step_rule("costs",
    eta = steps$eta, alpha = steps$alpha, least = apply(cost, 2, min),
    classes = ncol(cost), cost = cost
  )
}

# The actions that are best for some posterior of two classes, from those for H2 to those for H1,
# and the thresholds between them: the lower envelope of lines over the posterior.
cost_path <- function(h1, h2) {
  at <- order(h2, h1)[1]
  path <- list(action = at, eta = double())
  repeat {
    next_eta <- (h2 - h2[at]) / (h2 - h2[at] + h1[at] - h1)
    next_eta[h1 >= h1[at]] <- Inf
    if (all(next_eta == Inf)) return(path)
    # Ties go to the action that is best under H1.
    tied <- which(next_eta <= min(next_eta) * (1 + 1e-14))
    at <- tied[order(h1[tied], h2[tied])[1]]
    path <- list(action = c(path$action, at), eta = c(path$eta, next_eta[at]))
  }
}

cost_steps <- function(h1, h2) {
  path <- cost_path(h1, h2)
  miss <- -diff(h1[path$action])
  fa <- diff(h2[path$action])
  list(eta = path$eta, alpha = miss * fa / (miss + fa))
}
