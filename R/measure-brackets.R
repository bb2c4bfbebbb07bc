#' Fast bounds on Cllr_min, ECE and AUC
#'
#' With `exact = FALSE`, [cllr_min()], [cross_entropy_min()] and [auc()] return an interval that
#' provably contains the exact value, for very large sets.
#'
#' One pass counts the trials in buckets along the axis. [databases] do so by one query that returns
#' a few thousand rows. For [lr_chunks()] the first pass, which makes the set, uses up to four
#' million buckets.
#'
#' # Proof
#' Let \eqn{B_1 < B_2 < \ldots} be the buckets, and let a rule give each trial a posterior that does
#' not decrease with its LR or score. The minimal cost is that of the best rule. An H1 trial costs
#' less the greater its posterior, an H2 trial the smaller.
#'
#' * *Upper end*: every bucket as one value. A rule with one posterior per bucket is one of those
#'   rules, so the best of them costs no less than the best of all.
#' * *Lower end*: in each bucket the H2 trials first, then the H1 trials. Take the best rule \eqn{f}
#'   for the original order. Give the H2 trials of \eqn{B_k} its smallest posterior there,
#'   \eqn{\min_{B_k} f}, and the H1 trials its greatest, \eqn{\max_{B_k} f}. Since \eqn{\max_{B_k} f
#'   \le \min_{B_{k+1}} f}, this is a rule for the new order, and no trial costs more than before.
#'   The best rule for the new order costs no more than this one.
#'
#' The proof allows weights. For the AUC, a pair in different buckets is decided; a pair in one
#' bucket counts between 0 and 1. The ends are moved outwards by 1e-14 of themselves (1e-12 for
#' weights), more than the rounding of these sums.
#'
#' # Width of the interval
#' For ten million calibrated Gaussian LLRs in 4096 buckets, the ends for Cllr_min are 1.3e-3 of the
#' value below it and 5e-5 above; in a million buckets 1.6e-5 and 3e-6. Outliers may widen the
#' buckets, and so the interval.
#'
#' @return `cllr_min()` and `auc()` return a data frame with a row per system and the columns
#'   `system`, `lower`, `upper` and `width`. `cross_entropy_min()` has a row per system and prior,
#'   and the column `prior`. Costs are in bits.
#' @section Errors:
#' `calibrant_error_input` for `exact = FALSE` with the AUC of the hull.
#' @concept proven bounds of Cllr_min
#' @name brackets
#' @seealso [lr_chunks()], [databases]
#' @examples
#' x <- simulate_lr(2000, 8000, s = 2)
#' cllr_min(x, exact = FALSE)
#' cllr_min(x)
#' cross_entropy_min(x, prior = c(0.01, 0.5), exact = FALSE)
NULL

# All bracketed measures are at most 1.
interval_columns <- function(lower, upper, system) {
  slack <- if (system_is_weighted(system)) 1e-12 else 1e-14
  lower <- lower * (1 - slack)
  upper <- pmin(upper * (1 + slack), 1)
  data.frame(lower = lower, upper = upper, width = upper - lower)
}
