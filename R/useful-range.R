#' The priors at which a system is useful
#'
#' The prior odds at which using the likelihood ratios leaves less uncertainty than ignoring them:
#' where the empirical cross-entropy is below that of the neutral system. Outside, a fact finder who
#' trusts the LRs is worse off than one who never heard of them.
#'
#' The ends are the crossings of the two curves in the ECE plot, found by root finding on the exact
#' curves and not read off a grid. There may be none, one or several ranges. Whether a range goes on
#' for ever is decided by the limit: towards priors of 0, for instance, a system stays useful if and
#' only if the mean of ln LR under H1 exceeds the mean of LR under H2 less one.
#'
#' Readers of Ramos et al. (2018): in section 6.2 the log10 prior odds -2.5 and -2.6 are the prior
#' probabilities 0.00315 and 0.00251 (not 0.032 and 0.025), and in section 6.1 the prior 0.6 is at
#' 0.176 (0.8 would be the prior 0.863).
#'
#' @inheritParams cross_entropy
#' @return A data frame with a row per range and no row for a system that is useful nowhere:
#'   * `system`,
#'   * `log10_prior_odds_min`, `log10_prior_odds_max`: its ends, `-Inf` or `Inf` where it goes on,
#'   * `prior_min`, `prior_max`: the same as probabilities of H1.
#' @references
#' Ramos D, Franco-Pedroso J, Lozano-Diez A, Gonzalez-Rodriguez J (2018). Deconstructing
#' cross-entropy for probabilistic binary classifiers. *Entropy* 20, 208, section 6.2.
#' \doi{10.3390/e20030208}
#' @seealso [plot_ece()], [effective_information()]
#' @export
#' @examples
#' useful_range(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
useful_range <- function(x, ...) {
  UseMethod("useful_range")
}

#' @export
useful_range.default <- function(x, ...) useful_range(lr_set(x, ...))

#' @export
useful_range.lr_set <- function(x, ...) {
  check_dots(...)
  check_calibrated(x)
  remembered(x, "useful", \() bind_systems(each_system(x, points_of), useful_intervals))
}

useful_intervals <- function(points) {
  ends <- sign_intervals(\(log_odds) relative_excess(points, log_odds), scan_grid())
  data.frame(
    log10_prior_odds_min = from_ln(ends$from, "log10"),
    log10_prior_odds_max = from_ln(ends$to, "log10"),
    prior_min = stats::plogis(ends$from),
    prior_max = stats::plogis(ends$to)
  )
}

# Out to priors near the smallest double, where the sign of the excess has long settled: it can
# only change beyond if a mean LR overflows. Fine where people argue, coarse where nobody does.
scan_grid <- function() {
  half <- c(seq(0, 14, by = 0.125), 14 * 1.05^(1:80))
  c(-rev(half[-1]), half)
}

# Intervals on which f < 0. Zeros are looked for between grid points of different sign, and where
# |f| has a minimum that may hide two of them.
sign_intervals <- function(f, grid) {
  values <- f(grid)
  turns <- hidden_turns(f, grid, values)
  grid <- c(grid, turns)
  values <- c(values, f(turns))[order(grid)]
  grid <- sort(grid)

  negative <- values < 0
  changes <- which(negative[-1] != negative[-length(negative)])
  roots <- vapply(changes, \(i) find_root(f, grid[i], grid[i + 1]), numeric(1))
  borders <- c(if (negative[1]) -Inf, roots, if (negative[length(negative)]) Inf)
  borders <- matrix(borders, nrow = 2)
  list(from = borders[1, ], to = borders[2, ])
}

# Neither uniroot() nor optimize() takes infinite values well.
bounded <- function(f) {
  force(f)
  \(x) pmax(pmin(f(x), 1e300), -1e300)
}

find_root <- function(f, lower, upper) {
  stats::uniroot(bounded(f), c(lower, upper), tol = 1e-15 * max(1, abs(lower), abs(upper)))$root
}

# Points at which f has the other sign than on the grid around them.
hidden_turns <- function(f, grid, values) {
  f <- bounded(f)
  n <- length(grid)
  inner <- values[2:(n - 1)]
  same_sign <- inner * values[1:(n - 2)] > 0 & inner * values[3:n] > 0
  nearest <- abs(inner) <= abs(values[1:(n - 2)]) & abs(inner) <= abs(values[3:n])
  # Where f is flat, rounding makes minima without end, and none of them can reach zero.
  deep <- pmax(abs(values[1:(n - 2)]), abs(values[3:n])) > abs(inner) * (1 + 1e-9)
  dips <- which(same_sign & nearest & deep & is.finite(inner)) + 1
  turns <- vapply(dips, \(i) {
    side <- sign(values[i])
    stats::optimize(\(x) side * f(x), grid[c(i - 1, i + 1)], tol = 1e-9)$minimum
  }, numeric(1))
  turns[sign(f(turns)) != sign(values[dips])]
}
