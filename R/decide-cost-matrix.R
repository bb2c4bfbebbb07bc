#' Bayes decisions
#'
#' `bayes_decision()` returns the action with the least expected cost: H1 or H2 from likelihood
#' ratios, or any action from posterior probabilities of any number of classes.
#'
#' # Two kinds of error
#' Without a matrix of costs, H1 is accepted if and only if the LR reaches the Bayes threshold
#' (Ramos et al. 2018, eq. 1, with ">")
#' \deqn{LR \ge \frac{C_{fa}\,(1-\pi)}{C_{miss}\,\pi}.}{LR >= C_fa (1 - prior) / (C_miss prior).}
#' A prior of 0 decides for H2 and a prior of 1 for H1, whatever the LR.
#'
#' # Any costs
#' With posterior probabilities \eqn{p_j} of the classes and the cost \eqn{C(a|j)} of action \eqn{a}
#' when class \eqn{j} is true, the Bayes decision is the action with the least expected cost
#' \eqn{\sum_j p_j\,C(a|j)}{sum_j p_j C(a|j)} (Brümmer 2010, eq. 2.4, 2.8). Actions may differ from
#' classes, for example "refer to a second examiner". The first of several equally good actions is
#' chosen; `value = "best"` returns all (eq. 2.5). An infinite cost forbids the action unless the
#' class has probability zero.
#'
#' @param x Without `cost`: an [lr_set()], or likelihood ratios with their `scale`; for scores, use
#'   [threshold_at()]. With `cost`: a set of likelihood ratios or of log-likelihoods; or posterior
#'   probabilities, a matrix with trials in rows and classes in columns whose rows sum to 1, or for
#'   two classes a vector with the probability of the first.
#' @param cost A matrix of costs, actions in rows and classes in columns; finite numbers or `Inf`.
#' @param ... The `scale` of likelihood ratios without a set.
#' @param prior Prior probability of H1, by default 1/2 or the prior of probabilities, one number or
#'   one per trial without `cost`; with `cost` and a set, the prior of its [posterior()].
#' @param c_miss,c_fa Without `cost`: costs of a miss and of a false alarm, one number or one per
#'   trial.
#' @param value With `cost`: `"action"` for the decision, `"cost"` for the expected costs of all
#'   actions, `"best"` for all equally good actions.
#' @param tolerance For `"best"`: largest excess over the least cost that still counts as equal,
#'   relative to the largest finite cost.
#' @return A factor with an element per trial. Its levels are `"H1"` and `"H2"`, or with `cost` the
#'   actions, named by the rows of `cost` or numbered. `"cost"` returns a matrix, trials in rows and
#'   actions in columns; `"best"` a logical matrix of the same shape.
#' @inherit dcf references
#' @seealso [error_rates()] and [dcf()] judge decisions, [decision_regions()] shows regions
#' @concept minimum expected cost
#' @concept expected utility
#' @concept optimal action
#' @concept hard decisions
#' @concept ternary decisions
#' @concept undecided
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(20, 3, 0.8), h2 = c(0.1, 0.4)), scale = "lr")
#' bayes_decision(x, c_fa = 10)
#' bayes_decision(c(20, 3), prior = 0.1, scale = "lr")
#'
#' # An inconclusive report costs 1, an error 10 or 50
#' cost <- rbind("report H1" = c(0, 50), "report H2" = c(10, 0), "inconclusive" = c(1, 1))
#' bayes_decision(x, cost, prior = 0.5)
#' bayes_decision(c(0.02, 0.3, 0.97, 0.99), cost, value = "cost")
#'
#' # Both reports are equally good where the posterior is 1/2
#' bayes_decision(c(0.4, 0.5), 1 - diag(2), value = "best")
bayes_decision <- function(x, cost = NULL, ..., prior = NULL, c_miss = 1, c_fa = 1,
                           value = "action", tolerance = 1e-12) {
  check_given()
  if (is.null(cost)) {
    check_unheeded(
      c("value", "tolerance"), "{.arg value} and {.arg tolerance} are for a matrix {.arg cost}."
    )
    x <- read_lrs(x, ..., prior = prior)
    return(decide_lrs(x, decision_prior(x, prior), c_miss, c_fa))
  }
  check_dots(...)
  check_unheeded(c("c_miss", "c_fa"), "The matrix {.arg cost} contains all costs.")
  if (!inherits(x, c("lr_set", "loglik_set"))) {
    check_unheeded("prior", "With a matrix {.arg cost}, the numbers are posterior probabilities.")
  }
  check_choice(value, c("action", "cost", "best"))
  check_number(tolerance, above = -1e-300)
  if (value != "best") check_unheeded("tolerance", "It is for {.code value = \"best\"}.")
  if (inherits(x, "lr_set")) x <- posterior(x, prior = prior %||% own_prior(x))
  if (inherits(x, "loglik_set")) x <- posterior(x, prior = prior)
  expected <- expected_cost(cost, x)
  switch(value,
    action = first_best(expected),
    cost = expected,
    best = expected <= least_of(expected) + tolerance * max(abs(cost[is.finite(cost)]), 0)
  )
}

decide_lrs <- function(x, prior, c_miss, c_fa) {
  check_calibrated(x)
  points <- read_operating_points(prior, c_miss, c_fa)
  check_per_trial(points$log_odds, length(x))
  both <- on_one_scale(values_of(x), x$scale, -points$log_odds)
  accepted <- both$value >= both$threshold & points$log_odds > -Inf
  structure(2L - accepted, levels = c("H1", "H2"), class = "factor")
}

expected_cost <- function(cost, posterior) {
  check_cost_matrix(cost)
  posterior <- read_posterior(posterior, ncol(cost))
  forbidden <- cost == Inf
  expected <- posterior %*% t(replace(cost, forbidden, 0))
  expected[(posterior > 0) %*% t(forbidden) > 0] <- Inf
  actions <- if (is.null(rownames(cost))) as.character(seq_len(nrow(cost))) else rownames(cost)
  dimnames(expected) <- list(rownames(posterior), actions)
  expected
}

first_best <- function(expected) {
  best <- rep(1L, nrow(expected))
  least <- expected[, 1]
  for (action in seq_len(ncol(expected))[-1]) {
    better <- expected[, action] < least
    best[better] <- action
    least[better] <- expected[better, action]
  }
  factor(colnames(expected)[best], levels = colnames(expected))
}

least_of <- function(expected) {
  do.call(pmin, lapply(seq_len(ncol(expected)), \(action) expected[, action]))
}

# Canonical costs by Brümmer 2010, eq. 3.10, 6.8 and 6.9.
canonical_cost <- function(cost, prior) {
  check_cost_matrix(cost)
  if (any(is.infinite(cost)) || ncol(cost) < 2) {
    stop_input("{.arg cost} must be finite and for two or more classes.")
  }
  n <- ncol(cost)
  prior <- if (is.null(prior)) rep(1 / n, n) else as_distribution(prior, n, "column of cost")
  least <- apply(cost, 2, min)
  list(cost = sweep(sweep(cost, 2, least), 2, n * prior, "*"), offset = sum(prior * least))
}

read_posterior <- function(posterior, n_classes) {
  check_numeric(posterior)
  if (!is.matrix(posterior) && n_classes == 2) {
    posterior <- cbind(posterior, 1 - posterior, deparse.level = 0)
  }
  refuse_if(!is.matrix(posterior) || ncol(posterior) != n_classes, "posterior_columns")
  check_probability_rows(posterior)
  posterior
}

as_distribution <- function(prior, n, per = "row of likelihood") {
  check_numeric(prior)
  if (length(prior) == 1 && n == 2) prior <- c(prior, 1 - prior)
  check_probability_rows(rbind(prior), "prior")
  refuse_if(length(prior) != n, "prior_length")
  as.double(prior)
}

check_cost_matrix <- function(cost) {
  check_that(
    is.matrix(cost) && is.numeric(cost) && length(cost) > 0,
    "be a numeric matrix, actions in rows and classes in columns.", cost
  )
  check_no_missing(cost)
  stop_if(any(cost == -Inf), "{.arg cost} must not contain {.val {-Inf}}.")
  if (anyDuplicated(rownames(cost))) {
    stop_input("The row names of {.arg cost}, which are the actions, must differ.")
  }
}
