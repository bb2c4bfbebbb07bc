#' Bayes decisions among any actions
#'
#' The action with the least expected cost, for any number of actions and of classes.
#'
#' With posterior probabilities \eqn{p_j} of the classes and the cost \eqn{C(a|j)} of action \eqn{a}
#' when class \eqn{j} is true, the expected cost of an action is \eqn{\sum_j p_j\,C(a|j)}{sum_j p_j
#' C(a|j)} (Brümmer 2010, eq. 2.4), and the Bayes decision takes an action for which it is least
#' (eq. 2.8). The actions need not be the classes: "refer to a second examiner" is an action too.
#' Where several actions are equally good, the first of them is taken; `bayes_actions()` shows all
#' (the set of minimisers of eq. 2.5).
#'
#' A cost may be infinite. It then forbids the action wherever the class has any probability at all,
#' and does not matter where it has none.
#'
#' @param cost A matrix of costs, actions in rows and classes in columns; finite numbers or `Inf`.
#' @param posterior Posterior probabilities: a matrix with trials in rows and classes in columns,
#'   each row adding up to 1; or, for two classes, a vector with the probability of the first, such
#'   as [posterior()] gives.
#' @param tolerance By how much an action may cost more than the best and still count as equally
#'   good, relative to the largest finite cost.
#' @return `bayes_decision()`: a factor with an element per trial and a level per action, named by
#'   the rows of `cost` or numbered. `expected_cost()`: a matrix, trials in rows and actions in
#'   columns. `bayes_actions()`: a logical matrix of the same shape, `TRUE` for the best actions.
#' @inherit dcf references
#' @seealso [decide()] for likelihood ratios and two kinds of error
#' @export
#' @examples
#' # Two hypotheses, three actions: an inconclusive report costs 1, an error 10 or 50
#' cost <- rbind(
#'   "report H1" = c(0, 50),
#'   "report H2" = c(10, 0),
#'   "inconclusive" = c(1, 1)
#' )
#' p <- c(0.02, 0.3, 0.97, 0.99)
#' bayes_decision(cost, p)
#' expected_cost(cost, p)
#'
#' # Both reports are as good as each other where the posterior is 1/2
#' bayes_actions(1 - diag(2), c(0.4, 0.5))
bayes_decision <- function(cost, posterior) {
  expected <- expected_cost(cost, posterior)
  best <- rep(1L, nrow(expected))
  least <- expected[, 1]
  for (action in seq_len(ncol(expected))[-1]) {
    better <- expected[, action] < least
    best[better] <- action
    least[better] <- expected[better, action]
  }
  factor(colnames(expected)[best], levels = colnames(expected))
}

#' @rdname bayes_decision
#' @export
expected_cost <- function(cost, posterior) {
  call <- rlang::current_env()
  check_cost_matrix(cost, call)
  posterior <- read_posterior(posterior, ncol(cost), call)
  forbidden <- cost == Inf
  finite <- replace(cost, forbidden, 0)
  expected <- posterior %*% t(finite)
  expected[(posterior > 0) %*% t(forbidden) > 0] <- Inf
  actions <- if (is.null(rownames(cost))) as.character(seq_len(nrow(cost))) else rownames(cost)
  dimnames(expected) <- list(rownames(posterior), actions)
  expected
}

#' @rdname bayes_decision
#' @export
bayes_actions <- function(cost, posterior, tolerance = 1e-12) {
  check_number(tolerance, "tolerance", above = -1e-300)
  expected <- expected_cost(cost, posterior)
  least <- do.call(pmin, lapply(seq_len(ncol(expected)), \(action) expected[, action]))
  expected <= least + tolerance * max(abs(cost[is.finite(cost)]), 0)
}

#' Costs in their canonical form
#'
#' Costs and a prior lead to the same decisions, and rank systems in the same way, as other costs at
#' the flat prior whose best action costs nothing under any class.
#'
#' What even the best action costs, \eqn{k_i = \min_a C(a|i)}{k_i = min_a C(a|i)}, is taken away
#' (Brümmer 2010, eq. 3.10), and the prior goes into the costs (eq. 6.8, 6.9)
#' \deqn{\tilde C(a|i) = N\pi_i\,(C(a|i) - k_i),}{C~(a|i) = N prior_i (C(a|i) - k_i),}
#' with \eqn{N} the number of classes. The risk of any system is then
#' \eqn{\sum_i \pi_i k_i}{sum_i prior_i k_i} more under the old costs and prior than under the new
#' costs at the flat prior (eq. 3.8). Two matrices with the same canonical form but for a factor
#' mean the same decision problem.
#'
#' @param cost A matrix of finite costs, actions in rows and classes in columns.
#' @param prior Prior probabilities of the classes, which sum to 1, or for two classes that of the
#'   first; `NULL` is the flat prior.
#' @return A list: `cost`, the matrix \eqn{\tilde C}{C~}; `offset`, what the risk is more by.
#' @inherit scoring_rule references
#' @seealso [cost_reduction()] for two actions and two classes
#' @export
#' @examples
#' cost <- rbind(charge = c(1, 30), release = c(11, 2), wait = c(3, 3))
#' canonical_cost(cost, prior = 0.2)
canonical_cost <- function(cost, prior = NULL) {
  call <- rlang::current_env()
  check_cost_matrix(cost, call)
  if (any(is.infinite(cost)) || ncol(cost) < 2) {
    stop_input("{.arg cost} must be finite and for two classes or more.", call = call)
  }
  n <- ncol(cost)
  prior <- if (is.null(prior)) rep(1 / n, n) else as_distribution(prior, n, call, "column of cost")
  least <- apply(cost, 2, min)
  list(cost = sweep(sweep(cost, 2, least), 2, n * prior, "*"), offset = sum(prior * least))
}

read_posterior <- function(posterior, n_classes, call) {
  check_numeric(posterior, "posterior", call)
  if (!is.matrix(posterior) && n_classes == 2) {
    posterior <- cbind(posterior, 1 - posterior, deparse.level = 0)
  }
  if (!is.matrix(posterior) || ncol(posterior) != n_classes) {
    stop_input(
      c(
        "{.arg posterior} must have a column per class of {.arg cost}.",
        x = "There are {n_classes} classes and {NCOL(posterior)} column{?s}."
      ),
      call = call
    )
  }
  check_probability_rows(posterior, "posterior", call)
  posterior
}
