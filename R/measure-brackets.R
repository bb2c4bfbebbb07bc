#' Fast bounds on Cllr, ECE, EER and AUC
#'
#' With `exact = FALSE`, [cllr_min()], [cross_entropy_min()], [eer()] and [auc()] return an interval
#' that provably contains the exact value, for very large sets. So do [cllr()] and
#' [cross_entropy()], for an [lr_tally()] without moments; for other sets both ends are the value.
#'
#' One pass counts the trials in buckets along the axis. [databases] do so by one query that returns
#' a few thousand rows. For [lr_chunks()] the first pass, which makes the set, uses up to four
#' million buckets. For ten million calibrated Gaussian LLRs in 4096 buckets, the relative distance
#' of the ends from Cllr_min is 1.3e-3 below and 5e-5 above; in a million buckets it is 1.6e-5 and
#' 3e-6. Outliers may widen the buckets, and so the interval.
#'
#' # Proof
#' A rule with one posterior per bucket is monotone, so the best of them gives the upper end. The
#' best rule for an order with the H2 trials first in each bucket, then the H1 trials, gives the
#' lower end (`vignette("methods")`). The EER is the largest over all priors of such a cost. The
#' cost of an LR falls or rises with it, so Cllr and ECE lie between those of trials at the better
#' and at the worse edge of their cells. For the AUC, a pair in different buckets is decided; a pair
#' in one bucket counts between 0 and 1. The ends are moved outwards by more than the rounding of
#' these sums.
#'
#' @return `cllr()`, `cllr_min()`, `eer()` and `auc()` return a data frame with a row per system and
#'   the columns `system`, `lower`, `upper` and `width`. `cross_entropy()` and `cross_entropy_min()`
#'   have a row per system and prior, and the column `prior`. Costs are in bits.
#' @section Errors:
#' `calibrant_error_input` for `exact = FALSE` with the AUC of the hull or the EER of the steps.
#' @concept proven bounds of Cllr_min
#' @name brackets
#' @seealso [lr_chunks()], [databases]
#' @examples
#' x <- simulate_lr(2000, 8000, s = 2)
#' cllr_min(x, exact = FALSE)
#' cllr_min(x)
#' cross_entropy_min(x, prior = c(0.01, 0.5), exact = FALSE)
#'
#' # Counts in cells, such as a database returns
#' cells <- lr_tally(x)$cells
#' cllr(lr_set(lr_tally(cells, width = 2^-10)), exact = FALSE)
NULL

# Limits of the cost of the blocks over all orders of the trials within buckets.
hull_bracket <- function(system, cost, prior = NULL, most = 1) {
  coarse <- coarse_of(system)
  found <- .Call(ffi_tally_bracket, coarse, coarse$closed)
  interval_columns(cost(found$lower), cost(found$upper), system, prior, most)
}

interval_columns <- function(lower, upper, system, prior = NULL, most = 1) {
  slack <- if (system_is_weighted(system)) 1e-12 else 1e-14
  lower <- lower * (1 - slack)
  upper <- pmin(upper * (1 + slack), most)
  width <- ifelse(lower == upper, 0, upper - lower)
  ends <- data.frame(lower = lower, upper = upper, width = width)
  if (is.null(prior)) ends else data.frame(prior = unname(prior), ends)
}
