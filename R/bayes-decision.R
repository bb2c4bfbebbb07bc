#' Bayes decisions among any actions
#'
#' The action with the least expected cost, for any number of actions and of classes.
#'
#' With posterior probabilities \eqn{p_j} of the classes and the cost \eqn{C(a|j)} of action \eqn{a}
#' when class \eqn{j} is true, the expected cost of an action is \eqn{\sum_j p_j\,C(a|j)}{sum_j p_j
#' C(a|j)} (Brümmer 2010, eq. 2.4), and the Bayes decision takes an action for which it is least
#' (eq. 2.8). The actions need not be the classes: "refer to a second examiner" is an action too.
#' Where several actions are equally good, the first of them is taken.
#'
#' A cost may be infinite. It then forbids the action wherever the class has any probability at all,
#' and does not matter where it has none.
#'
#' @param cost A matrix of costs, actions in rows and classes in columns; finite numbers or `Inf`.
#' @param posterior Posterior probabilities: a matrix with trials in rows and classes in columns,
#'   each row adding up to 1; or, for two classes, a vector with the probability of the first, such
#'   as [posterior()] gives.
#' @return `bayes_decision()`: a factor with an element per trial and a level per action, named by
#'   the rows of `cost` or numbered. `expected_cost()`: a matrix, trials in rows and actions in
#'   columns.
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

check_cost_matrix <- function(cost, call) {
  if (!is.matrix(cost) || !is.numeric(cost) || length(cost) == 0) {
    stop_input(
      c(
        "{.arg cost} must be a numeric matrix, actions in rows and classes in columns.",
        x = "It is {.obj_type_friendly {cost}}."
      ),
      call = call
    )
  }
  check_no_missing(cost, "cost", call)
  if (any(cost == -Inf)) {
    stop_input("{.arg cost} must not contain {.val {-Inf}}.", call = call)
  }
  if (anyDuplicated(rownames(cost))) {
    stop_input("The rows of {.arg cost}, which name the actions, must differ.", call = call)
  }
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
  wrong <- which(rowSums(posterior < 0) > 0 | abs(rowSums(posterior) - 1) > 1e-8)
  if (length(wrong) > 0) {
    stop_input(
      c(
        "{.arg posterior} must hold probabilities that add up to 1 in each trial.",
        x = "Trial {wrong[1]} holds {.val {posterior[wrong[1], ]}}."
      ),
      call = call
    )
  }
  posterior
}
