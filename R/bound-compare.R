#' Compare bounds on likelihood ratios
#'
#' The bounds of [bound_lr()] by all methods that find them in the data, side by side: the empirical
#' lower and upper bounds (ELUB), those of invariance verification, and what the number of sources
#' alone would allow. They answer different questions, and a reader should see how far they differ.
#'
#' @inheritParams bound_lr
#' @param ... Passed on to [lr_set()].
#' @return A data frame of class `bound_comparison` with a row per system and method: `system`,
#'   `method` (as in [bound_lr()]), `lower` and `upper`, log10 LRs, and `n_below` and `n_above`, how
#'   many trials lie beyond them. [autoplot()] draws the ranges below each other, with those of the
#'   LRs themselves.
#' @section Errors: As of [bound_lr()].
#' @inherit bound_lr references
#' @seealso [bound_lr()], whose result applies one of them
#' @concept bounds side by side
#' @export
#' @examples
#' x <- simulate_lr(60, 600, s = 3)
#' compare_bounds(x)
#' plot(compare_bounds(x))
compare_bounds <- function(x, ..., n_sources = NULL) {
  x <- lr_set(x, ...)
  check_calibrated(x)
  rows <- lapply(c("elub", "iv", "n_source"), \(method) {
    bound <- bound_lr(x, method = method, n_sources = if (method == "n_source") n_sources)
    beyond <- trials_beyond(bound)
    data.frame(
      system = bound$bounds$system, method = method, bound$bounds[c("lower", "upper")],
      n_below = beyond$below, n_above = beyond$above
    )
  })
  rows <- do.call(rbind, rows)
  rows <- rows[order(rows$system), ]
  rownames(rows) <- NULL
  claimed <- bind_systems(each_system(x, finite_range_of), \(ends) {
    ends <- to_log10(ends, x$scale)
    data.frame(lower = ends[1], upper = ends[2])
  })
  new_curve(rows, "bound_comparison", claimed = claimed)
}
