#' Isotonic regression
#'
#' `isotonic()` returns the weighted least-squares fit of a monotone sequence, by pooling adjacent
#' violators in linear time (Barlow et al. 1972). [pav()] is the special case for likelihood ratios.
#'
#' It minimises \eqn{\sum_i w_i (y_i - f_i)^2} subject to \eqn{f_1 \le f_2 \le \dots}{f_1 <= f_2 <=
#' ...}. With unit weights it agrees with [stats::isoreg()].
#'
#' Observations with the same `x` are replaced by their mean, with the sum of their weights. An
#' observation of weight zero takes the fitted value of the previous one with weight, or at the
#' start of the first one. If all weights are zero, they are treated as equal.
#'
#' @param x Numbers in which the fit is to be monotone, one for each value of `y`; or, without `y`,
#'   the values themselves, in order.
#' @param y Finite values.
#' @param ... Must be empty: `weights` and `increasing` are given by name.
#' @param weights Non-negative finite weights, as many as values; 1 by default.
#' @param increasing `FALSE` for a non-increasing fit.
#' @return The fitted values, as many as `x` and in its order.
#' @references
#' Barlow RE et al. (1972). *Statistical inference under order restrictions*. Wiley.
#' @concept isotonic regression
#' @concept monotone regression
#' @concept weighted PAV
#' @export
#' @examples
#' isotonic(c(1, 3, 2, 4))
#' isotonic(x = c(10, 20, 20, 35, 50), y = c(0, 1, 0, 0, 1))
#' isotonic(c(1, 3, 2, 4), weights = c(1, 1, 3, 1))
#' isotonic(c(1, 3, 2, 4), increasing = FALSE)
isotonic <- function(x, y = NULL, ..., weights = NULL, increasing = TRUE) {
  check_dots(...)
  check_flag(increasing)
  if (missing(x) || is.null(y)) {
    if (missing(x)) x <- y %||% stop_not_given("x")
    check_values_in_order(x, "x")
    return(isotonic_fit(as.double(x), isotonic_weights(weights, length(x)), increasing))
  }
  check_values_in_order(y, "y")
  check_length(y, length(x), of = "x")
  check_numeric(x)
  weights <- isotonic_weights(weights, length(x))
  place <- match(x, sort(unique(x)))
  pooled <- pool_ties(as.double(y), tame_weights(weights, y), place)
  isotonic_fit(pooled$y, pooled$weights, increasing)[place]
}

check_values_in_order <- function(y, arg) {
  check_finite(y, arg, empty = TRUE)
  check_sequence(y, arg)
}

# Weighted means by place. A place has weight zero if all its trials do, whatever their values.
pool_ties <- function(y, weights, place) {
  sums <- unname(rowsum(cbind(weights, weights * y), place))
  total <- sums[, 1]
  list(y = ifelse(total > 0, sums[, 2] / total, 0), weights = total)
}

isotonic_fit <- function(y, weights, increasing) {
  sign <- if (increasing) 1 else -1
  sign * .Call(ffi_isotonic, sign * y, tame_weights(weights, y))
}

# Weights are scaled to sum to at most 1, so that weighted sums of the largest doubles do not
# overflow. A power of 2 keeps their digits.
tame_weights <- function(weights, y) {
  largest <- max(weights, 0)
  if (max(abs(y), 0) * largest * length(y) < 1e300) return(weights)
  shift <- ceiling(log2(largest)) + ceiling(log2(length(y)))
  # Two steps are needed, as 2^-shift may be subnormal.
  weights * 2^-(shift %/% 2) * 2^-(shift - shift %/% 2)
}

isotonic_weights <- function(weights, n) {
  if (is.null(weights)) return(rep(1, n))
  check_length(weights, n, of = "x")
  check_finite(weights, empty = TRUE)
  check_each(weights >= 0, "not be negative.", weights)
  if (all(weights == 0)) rep(1, n) else as.double(weights)
}
