#' Fast bounds on Cllr, ECE, EER and AUC
#'
#' With `exact = FALSE`, [cllr_min()], [cross_entropy_min()], [eer()] and [auc()] return an interval
#' that provably contains the exact value, for very large sets. [cllr()] and [cross_entropy()]
#' return one for an [lr_tally()] without moments; for other sets both ends are the value.
#'
#' One pass counts the trials in buckets along the axis: for [databases] in one query that returns a
#' few thousand rows, for [lr_chunks()] in up to four million buckets. Outliers may widen the
#' buckets, and so the interval.
#'
#' The upper end is the cost of the best rule with one posterior per bucket; the lower end that of
#' the best rule if in each bucket the H2 trials come before the H1 trials (`vignette("methods")`
#' has the proof, and widths). The EER is the largest such cost over all priors. Cllr and ECE lie
#' between those of trials at the better and at the worse edge of their cells. For the AUC, a pair
#' in one bucket counts between 0 and 1.
#'
#' @return `cllr()`, `cllr_min()`, `eer()` (of the hull) and `auc()` (of the steps) return a data
#'   frame with a row per system and the columns `system`, `lower`, `upper` and `width`.
#'   `cross_entropy()` and `cross_entropy_min()` have a row per system and prior, and the column
#'   `prior`. Costs are in bits.
#' @concept proven bounds of Cllr_min
#' @name brackets
#' @examples
#' x <- simulate_lr(2000, 8000, s = 2)
#' cllr_min(x, exact = FALSE)
#' cllr_min(x)
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
  slack <- if (system$weighted) 1e-12 else 1e-14
  lower <- lower * (1 - slack)
  upper <- pmin(upper * (1 + slack), most)
  width <- ifelse(lower == upper, 0, upper - lower)
  ends <- new_frame(lower = lower, upper = upper, width = width)
  if (is.null(prior)) ends else new_frame(prior = unname(prior), ends)
}
