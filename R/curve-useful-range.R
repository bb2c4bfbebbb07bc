#' Range of priors at which a system is useful
#'
#' `useful_range()` returns the prior odds at which the likelihood ratios reduce the uncertainty:
#' the [cross_entropy()] is below the entropy of the prior,
#' \eqn{-\pi\log_2\pi-(1-\pi)\log_2(1-\pi)}{-prior log2(prior) - (1 - prior) log2(1 - prior)}.
#'
#' The ends are the crossings of the two curves in the ECE plot (an example is in Ramos et al. 2018,
#' section 6.2). A system may have no, one or several ranges. A range extends to a prior of 0 if and
#' only if the mean of ln LR under H1 exceeds the mean of LR under H2 less one.
#'
#' # Intervals
#' With a `level`, each finite end has an interval between quantiles of bootstrap replicates. In
#' simulations, 95 % intervals contained the end of the population in 94 to 100 %, and more than
#' half had one infinite limit (`vignette("methods")`).
#'
#' @inheritParams cross_entropy
#' @param level Probability of the intervals of the ends; `NULL` for none.
#' @param by,replicates As in [measures()].
#' @return A data frame with a row per range, none for a system that is never useful:
#'   * `system`,
#'   * `log10_prior_odds_min`, `log10_prior_odds_max`: ends of the range, which may be infinite,
#'   * `prior_min`, `prior_max`: the same as probabilities of H1,
#'   * with a `level`, `min_lower` and `min_upper`, limits of `log10_prior_odds_min`, and
#'     `max_lower` and `max_upper` of `log10_prior_odds_max`; `NA` for an end beyond 12 or infinite.
#' @references
#' Ramos D et al. (2018). *Entropy* 20, 208, section 6.2. \doi{10.3390/e20030208}
#' @seealso [plot_ece()], [effective_information()]
#' @concept neutral
#' @concept harm
#' @concept useful priors
#' @concept net benefit
#' @export
#' @examples
#' useful_range(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
useful_range <- function(x, ...) UseMethod("useful_range")

#' @rdname useful_range
#' @export
useful_range.lr_set <- function(x, level = NULL, by = NULL, replicates = 1000, ...) {
  check_dots(...)
  check_calibrated(x)
  ranges <- useful_ranges(systems_of(x))
  bands <- read_bands(x, level, "pointwise", by, replicates)
  if (is.null(bands)) return(ranges)
  if (bands$sharing) message(ignored_items())
  new_frame(ranges, end_limits(x, ranges, bands))
}

useful_ranges <- function(systems) {
  bind_systems(systems, \(system) computed_once(system, "useful", useful_intervals(system)))
}

# Distances from the ends of the ranges, in log10 odds, at which the ends of replicates are
# searched.
end_window <- seq(-2, 2, by = 0.125)

end_limits <- function(x, ranges, bands) {
  ends <- c(ranges$log10_prior_odds_min, ranges$log10_prior_odds_max)
  # Beyond these, priors are 0 or 1 in double precision.
  near <- abs(ends) <= 12
  grid <- outer(end_window, ends[near], `+`)
  limits <- matrix(NA_real_, length(ends), 2)
  if (length(grid) > 0) {
    drawn <- end_replicates(x, as.vector(grid), bands)
    system <- rep(match(ranges$system, system_names(x)), 2)[near]
    opens <- rep(c(TRUE, FALSE), each = nrow(ranges))[near]
    limits[near, ] <- t(vapply(seq_along(system), \(k) {
      excess <- drawn[[system[k]]][(k - 1) * length(end_window) + seq_along(end_window), ]
      found <- apply(if (opens[k]) excess else -excess, 2, find_end)
      sorted_quantile(sort(grid[1, k] + 2 + found), c(1 - bands$level, 1 + bands$level) / 2)
    }, numeric(2)))
  }
  n <- nrow(ranges)
  opening <- limits[seq_len(n), , drop = FALSE]
  closing <- limits[n + seq_len(n), , drop = FALSE]
  new_frame(
    min_lower = opening[, 1], min_upper = opening[, 2],
    max_lower = closing[, 1], max_upper = closing[, 2]
  )
}

# Per system, the excess of the cross-entropy of replicates over that without evidence.
end_replicates <- function(x, log10_odds, bands) {
  log_odds <- to_ln(log10_odds, "log10")
  kind <- kinds_at(measure_kinds["cross_entropy"], stats::plogis(log_odds))
  found <- suppress_infinities(measure_systems(x, kind, replace(bands, "corrected", FALSE)))
  lapply(found$systems, \(one) one$replicates - ece_null(log_odds))
}

# Point nearest the middle at which the excess becomes negative. If there is none: -Inf if the
# excess is negative from the first point of `end_window` on, Inf if it never is.
find_end <- function(excess) {
  n <- length(excess)
  negative <- excess < 0
  turns <- which(!negative[-n] & negative[-1])
  if (length(turns) == 0) return(if (negative[1]) -Inf else Inf)
  k <- turns[which.min(abs(end_window[turns]))]
  part <- if (is.finite(excess[k])) excess[k] / (excess[k] - excess[k + 1]) else 1
  end_window[k] + part * (end_window[k + 1] - end_window[k])
}

useful_intervals <- function(system) {
  ends <- .Call(ffi_useful_ranges, points_of(system), scan_grid)
  log10_odds <- from_ln(ends, "log10")
  list2DF(list(
    log10_prior_odds_min = log10_odds[1, ], log10_prior_odds_max = log10_odds[2, ],
    prior_min = stats::plogis(ends[1, ]), prior_max = stats::plogis(ends[2, ])
  ))
}

# Prior log odds out to priors near the smallest double, beyond which the sign of the excess changes
# only if a mean LR overflows. The grid is fine at common priors and coarse at extreme ones.
scan_grid <- local({
  half <- c(seq(0, 14, by = 0.125), 14 * 1.05^(1:80))
  c(-rev(half[-1]), half)
})
