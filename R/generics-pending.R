# Generics that other pieces of the package document; only their dispatch is needed here.
#' @noRd
#' @export
posterior <- function(x, ...) UseMethod("posterior")

#' @noRd
#' @export
calibrate <- function(x, ...) UseMethod("calibrate")

#' @noRd
#' @export
cross_calibrate <- function(x, ...) UseMethod("cross_calibrate")

#' @noRd
#' @export
fuse <- function(x, ...) UseMethod("fuse")

#' @noRd
#' @export
reliability_curve <- function(x, ...) UseMethod("reliability_curve")

#' @noRd
#' @export
risk <- function(x, ...) UseMethod("risk")

#' @noRd
#' @export
risk_min <- function(x, ...) UseMethod("risk_min")

#' @noRd
#' @export
risk_cal <- function(x, ...) UseMethod("risk_cal")
