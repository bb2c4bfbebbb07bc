#' Bayes thresholds and effective priors
#'
#' `bayes_threshold()` returns the smallest likelihood ratio at which H1 should be accepted, given
#' a prior and the costs of both errors. `effective_prior()` returns the prior that leads to the
#' same decisions with equal costs.
#'
#' Accepting H1 has the smaller expected cost if the LR reaches the Bayes threshold (Ramos et al.
#' 2018, eq. 1)
#' \deqn{\tau_B = \frac{C_{fa}\,(1-\pi)}{C_{miss}\,\pi}.}{
#'   tau_B = C_fa (1 - prior) / (C_miss prior).}
#' The effective prior is (Brümmer 2010, eq. 7.13)
#' \deqn{\tilde\pi = \mathrm{logit}^{-1}\left(\mathrm{logit}\,\pi +
#'   \ln\frac{C_{miss}}{C_{fa}}\right),}{
#'   effective prior = plogis(qlogis(prior) + ln(C_miss / C_fa)),}
#' and the threshold on the natural log LR is minus its logit.
#'
#' @param prior Prior probabilities of H1; or a table of operating points as in [dcf()].
#' @param c_miss Positive cost of a miss: H2 is decided while H1 is true.
#' @param c_fa Positive cost of a false alarm: H1 is decided while H2 is true.
#' @param scale Scale of the threshold: `"log10"`, `"ln"`, `"log2"` or `"lr"`. It has no default:
#'   [error_rates()] and [dcf()] take thresholds on the scale of the set.
#' @return A vector of thresholds on the `scale`, or of probabilities for `effective_prior()`.
#'   `prior`, `c_miss` and `c_fa` have a common length or length 1.
#' @inherit dcf references
#' @seealso [bayes_decision()], [cost_reduction()] for any 2 x 2 costs
#' @concept decision threshold
#' @concept cut-off
#' @concept effective prior
#' @concept application
#' @export
#' @examples
#' bayes_threshold(0.5, c_fa = 100, scale = "lr")
#' effective_prior(0.01, c_miss = 10)
bayes_threshold <- function(prior, c_miss = 1, c_fa = 1, scale) {
  check_given()
  check_choice(scale, setdiff(value_scales, "score"))
  points <- read_operating_points(prior, c_miss, c_fa)
  rlang::set_names(from_ln(-points$log_odds, scale), names(points$prior))
}

#' @rdname bayes_threshold
#' @export
effective_prior <- function(prior, c_miss = 1, c_fa = 1) {
  check_given()
  points <- read_operating_points(prior, c_miss, c_fa)
  rlang::set_names(stats::plogis(points$log_odds), names(points$prior))
}

#' Reduction of a cost matrix
#'
#' `cost_reduction()` returns the effective prior with the same decisions, and the same ranks of
#' systems, as given costs of two actions under two hypotheses. The scale and the offset restore the
#' original cost.
#'
#' Only differences between the actions matter. \eqn{C_{miss}}{C_miss} is the extra cost of
#' accepting H2 when H1 is true, \eqn{C_{fa}}{C_fa} that of accepting H1 when H2 is true. Both must
#' be positive: otherwise one action is never worse than the other. The expected cost at the prior
#' \eqn{\pi} is then (Brümmer 2010, eq. 3.5 to 3.8 and 7.12 to 7.14)
#' \deqn{\mathrm{cost} = \mathrm{offset} + \mathrm{scale}\cdot E_{err}(\tilde\pi),}{
#'   cost = offset + scale * Bayes error at the effective prior,}
#' with scale \eqn{\pi C_{miss} + (1-\pi) C_{fa}} and the offset that even an oracle pays. `eta` is
#' the smallest posterior probability of H1 at which H1 is accepted,
#' \eqn{C_{fa}/(C_{miss}+C_{fa})}{C_fa / (C_miss + C_fa)} (eq. 3.11).
#'
#' # Canonical form
#' `form = "canonical"` accepts any number of actions and classes. It returns costs with the same
#' decisions and ranks at the flat prior, whose best action costs nothing under any class: the cost
#' of that action, \eqn{k_i = \min_a C(a|i)}{k_i = min_a C(a|i)}, is subtracted (eq. 3.10), and the
#' prior multiplies the costs (eq. 6.8, 6.9)
#' \deqn{\tilde C(a|i) = N\pi_i\,(C(a|i) - k_i),}{C~(a|i) = N prior_i (C(a|i) - k_i),}
#' with \eqn{N} the number of classes. The old risk exceeds the new one by \eqn{\sum_i \pi_i
#' k_i}{sum_i prior_i k_i} (eq. 3.8). Matrices with proportional canonical forms describe the same
#' decision problem.
#'
#' @param cost A 2 x 2 matrix of finite costs. Rows are the actions (accept H1, accept H2), columns
#'   the true hypotheses (H1, H2). For `"canonical"`, any numbers of actions and classes.
#' @param prior Prior probabilities of H1. For `"canonical"`, one prior: the probabilities of the
#'   classes, with sum 1, or for two classes that of the first; flat by default.
#' @param form `"effective"` for costs of errors and an effective prior, or `"canonical"`.
#' @return A data frame with a row per prior: `prior`, `c_miss`, `c_fa`, `effective_prior`, `scale`,
#'   `offset`, `eta`. For `"canonical"` a list: `cost`, the matrix \eqn{\tilde C}{C~}, and `offset`,
#'   the excess of the old risk.
#' @inherit bayes_error references
#' @seealso [bayes_decision()] for more than two actions or classes
#' @concept cost matrix
#' @concept ratio of costs
#' @concept canonical form
#' @export
#' @examples
#' cost <- matrix(c(1, 11, 3, 2), 2)
#' cost_reduction(cost, prior = c(0.1, 0.5))
#'
#' cost <- rbind(charge = c(1, 30), release = c(11, 2), wait = c(3, 3))
#' cost_reduction(cost, prior = 0.2, form = "canonical")
cost_reduction <- function(cost, prior = 0.5, form = "effective") {
  check_given()
  check_choice(form, c("effective", "canonical"))
  if (form == "canonical") return(canonical_cost(cost, if (missing(prior)) NULL else prior))
  check_prior(prior)
  check_cost_matrix(cost)
  refuse_if(!identical(dim(cost), c(2L, 2L)) || any(is.infinite(cost)), "cost_two_by_two")
  c_miss <- cost[2, 1] - cost[1, 1]
  c_fa <- cost[1, 2] - cost[2, 2]
  refuse_if(c_miss <= 0 || c_fa <= 0, "action_useless")
  points <- read_operating_points(prior, c_miss, c_fa)
  new_frame(
    prior = unname(points$prior), c_miss = c_miss, c_fa = c_fa,
    effective_prior = stats::plogis(points$log_odds), scale = points$weight_miss + points$weight_fa,
    offset = points$prior * cost[1, 1] + (1 - points$prior) * cost[2, 2],
    eta = c_fa / (c_miss + c_fa)
  )
}
