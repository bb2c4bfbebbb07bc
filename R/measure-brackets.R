#' Fast bounds on Cllr_min, ECE and AUC
#'
#' For sets that are too large for exact values: with `exact = FALSE`, [cllr_min()],
#' [cross_entropy_min()] and [auc()] return an interval that is proven to hold the exact value, from
#' one pass that counts the trials in buckets along the axis. [databases] do it by one query that
#' brings a few thousand rows back; of trials that are read in chunks (see [lr_chunks()]) the
#' first pass, which makes the set, has counted already, and in up to four million buckets.
#'
#' # The proof
#' Let \eqn{B_1 < B_2 < \ldots} be the buckets, and let a rule give each trial a posterior that does
#' not decrease with its LR or score. The minimal cost is that of the best rule: an H1 trial costs
#' the less the greater its posterior is, an H2 trial the less the smaller it is, and this at every
#' prior.
#'
#' * *Upper end*: every bucket as one value. A rule that gives all trials of a bucket the same
#'   posterior is one of those rules, so the best of them costs no less than the best of all.
#' * *Lower end*: in each bucket the H2 trials first, then the H1 trials. Take the best rule
#'   \eqn{f} for the trials as they are. Give the H2 trials of \eqn{B_k} its smallest posterior
#'   there, \eqn{\min_{B_k} f}, and the H1 trials its greatest, \eqn{\max_{B_k} f}. Since
#'   \eqn{\max_{B_k} f \le \min_{B_{k+1}} f}, this does not decrease along the new order, so it is a
#'   rule for it; and no trial costs more than before. The best rule for the new order costs no more
#'   still.
#'
#' Nothing in it asks that trials count as one, so it holds with weights too. For the AUC, a pair in
#' different buckets is decided; a pair in one bucket counts 0 at least and 1 at most.
#'
#' The ends are moved outwards by 1e-14 of themselves (1e-12 for weights), which is more than the
#' rounding of these sums.
#'
#' # How wide it is
#' For ten million calibrated Gaussian LLRs in 4096 buckets, the ends for Cllr_min are 1.3e-3 of the
#' value below it and 5e-5 above; in a million buckets 1.6e-5 and 3e-6. Outliers may make the
#' buckets wide; the interval holds all the same, and says how wide it is.
#'
#' @return `cllr_min()` and `auc()` return a data frame with a row per system and the columns
#'   `system`, `lower`, `upper` and `width`, the distance of both; `cross_entropy_min()` has a row
#'   per system and prior, and the column `prior`. Bits, but for the AUC.
#' @section Errors: `calibrant_error_input` where `exact = FALSE` meets the AUC of the hull.
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
