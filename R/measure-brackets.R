#' Fast bounds on Cllr_min, ECE and AUC
#'
#' With `exact = FALSE`, [cllr_min()], [cross_entropy_min()] and [auc()] return an interval that
#' provably contains the exact value, for very large sets.
#'
#' One pass counts the trials in buckets along the axis. [databases] do so by one query that returns
#' a few thousand rows. For [lr_chunks()] the first pass, which makes the set, uses up to four
#' million buckets. For ten million calibrated Gaussian LLRs in 4096 buckets, the ends for Cllr_min
#' are 1.3e-3 of the value below it and 5e-5 above; in a million buckets 1.6e-5 and 3e-6. Outliers
#' may widen the buckets, and so the interval.
#'
#' # Proof
#' A rule with one posterior per bucket is monotone, so the best of them gives the upper end. The
#' best rule for an order with the H2 trials first in each bucket, then the H1 trials, gives the
#' lower end (`vignette("methods")`). For the AUC, a pair in different buckets is decided; a pair in
#' one bucket counts between 0 and 1. The ends are moved outwards by more than the rounding of these
#' sums.
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
