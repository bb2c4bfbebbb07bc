#' Weighted isotonic regression
#'
#' The monotone sequence nearest to given values in weighted least squares, by pooling adjacent
#' violators in linear time. It is the general form of what [pav()] does for likelihood ratios.
#'
#' Finds the fit that minimises \eqn{\sum_i w_i (y_i - f_i)^2} subject to \eqn{f_1 \le f_2 \le
#' \dots}{f_1 <= f_2 <= ...}. On unit weights it agrees with [stats::isoreg()].
#'
#' Observations of weight zero do not influence the fit. Each takes the fitted value of the
#' observation before it, and those at the start take the first one that has weight. Where all
#' weights are zero, they are treated as equal, which is the limit of equal weights that vanish.
#'
#' @param y Finite values, in the order of the variable in which the fit is to be monotone. Pool
#' ties
#'   of that variable before: their mean, with the sum of their weights.
#' @param weights Non-negative finite weights, as many as `y`; 1 by default.
#' @param increasing `FALSE` for a non-increasing fit.
#' @return The fitted values, as many as `y`.
#' @section Errors: Values or weights that are missing, infinite or of the wrong kind or number give
#'   an error of class `calibrant_error_input`.
#' @references
#' Barlow RE, Bartholomew DJ, Bremner JM, Brunk HD (1972). *Statistical inference under order
#' restrictions*. Wiley.
#' @concept isotonic regression
#' @concept monotone regression
#' @concept weighted PAV
#' @export
#' @examples
#' isotonic(c(1, 3, 2, 4))
#' isotonic(c(1, 3, 2, 4), weights = c(1, 1, 3, 1))
#' isotonic(c(1, 3, 2, 4), increasing = FALSE)
isotonic <- function(y, weights = NULL, increasing = TRUE) {
  check_finite(y, "y", empty = TRUE)
  check_flag(increasing, "increasing")
  weights <- tame_weights(isotonic_weights(weights, length(y)), y)
  if (increasing) {
    .Call(ffi_isotonic, as.double(y), weights)
  } else {
    -.Call(ffi_isotonic, -as.double(y), weights)
  }
}

# Weighted sums of the largest doubles must not overflow: weights that add up to no more than 1 see
# to it. A power of 2 leaves their digits alone.
tame_weights <- function(weights, y) {
  largest <- max(weights, 0)
  if (max(abs(y), 0) * largest * length(y) < 1e300) {
    return(weights)
  }
  shift <- ceiling(log2(largest)) + ceiling(log2(length(y)))
  # In two steps, as 2^-shift may be subnormal.
  weights * 2^-(shift %/% 2) * 2^-(shift - shift %/% 2)
}

isotonic_weights <- function(weights, n) {
  if (is.null(weights)) {
    return(rep(1, n))
  }
  check_length(weights, n, "weights", "y")
  check_finite(weights, "weights", empty = TRUE)
  check_each(weights >= 0, "not be negative.", weights, "weights")
  if (all(weights == 0)) rep(1, n) else as.double(weights)
}
