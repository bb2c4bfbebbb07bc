#' Bounds as a table, and the criterion behind them
#'
#' `tidy()` returns the bounds of [bound_lr()] as a data frame, or with `type = "criterion"` their
#' criterion over thresholds. A bound is the first threshold on either side of LR = 1 at which the
#' criterion is below zero.
#'
#' For `"elub"` the criterion is, with the \eqn{EU} of [bound_lr()], \deqn{\log_{10} \frac{\min(1,
#' \theta)}{EU(\theta)},}{log10(min(1, theta) / EU(theta)),}
#' minus the log of the normalised Bayes error of Vergeer et al. (2016). `"iv"` has two criteria,
#' \eqn{\Delta_{lower}}{Delta_lower} and \eqn{\Delta_{upper}}{Delta_upper} of Alberink et al.
#' (2025).
#'
#' @param x The result of [bound_lr()]; only methods `"elub"` and `"iv"` have a criterion.
#' @param type `"bounds"` or `"criterion"`.
#' @param log10_lr Thresholds of the criterion, as log10 LRs. The default grid reaches the strongest
#'   LRs that so many trials could support.
#' @param ... Unused.
#' @param conf.int `FALSE`, as bounds have no intervals. [predict()][predict.lr_bound] has those of
#'   LRs.
#' @return The bounds: a data frame with a row per system and bound and the columns `system`, `term`
#'   (`"lower"`, `"upper"`), `estimate` (log10 LR), `lr`, and `n_beyond`, the number of trials
#'   beyond the bound.
#'
#'   The criterion: a data frame of class `bound_curve` with the columns `system`, `log10_lr` (the
#'   threshold), `criterion` (`"utility"`, or `"lower"` and `"upper"`), and its `value`. The bounds
#'   are the attribute `bounds`. [plot()] draws the criterion.
#' @references
#' Vergeer P et al. (2016). *Science & Justice* 56, 482-491. \doi{10.1016/j.scijus.2016.06.003}
#'
#' Alberink I et al. (2025). A transparent method to determine limit values for likelihood ratio
#' systems. Submitted for publication.
#' @concept criterion of ELUB
#' @name tidy.lr_bound
#' @examples
#' bound <- bound_lr(simulate_lr(50, 200, s = 3))
#' tidy(bound)
#' curve <- tidy(bound, type = "criterion")
#' head(curve)
#' plot(curve)
NULL

bound_curve <- function(bound, log10_lr = NULL) {
  refuse_if(!bound$method %in% c("elub", "iv"), "no_criterion")
  if (is.null(bound$x)) refuse("no_trials")
  if (!is.null(log10_lr)) log10_lr <- check_points(log10_lr)
  data <- bind_systems(systems_of(bound$x), \(system) {
    at <- if (is.null(log10_lr)) bound_thresholds(totals_of(system)) else log10_lr
    value <- if (bound$method == "iv") {
      iv_deltas(counts_of(system), at)
    } else {
      cuts <- at_cuts(cuts_at(system$scale, at, beyond = TRUE))
      list(utility = elub_utility(counts_for(system, cuts), at))
    }
    criterion <- rep(names(value), each = length(at))
    new_frame(log10_lr = at, criterion = criterion, value = unlist(value, use.names = FALSE))
  })
  new_curve(data, "bound_curve", bounds = bound$bounds, method = bound$method)
}

# Thresholds to half an order of magnitude beyond what the numbers of trials can support.
bound_thresholds <- function(totals) {
  ends <- ceiling(2 * log10(unname(totals) + 1) + 1) / 2
  seq(-ends[1], ends[2], length.out = 1001)
}
