#' Deviation of the PAV transform from the identity
#'
#' `dev_pav()` returns the mean distance by which [pav()] moves LRs, along the log10 LR axis. The
#' distance depends on the values of LRs and not on their frequency.
#'
#' The [pav()] transform is drawn as straight lines through its finite points (log10 LR before,
#' log10 LR after). With that line \eqn{f} from \eqn{a} to \eqn{b}, devPAV is the mean distance from
#' the identity (Vergeer et al. 2021),
#' \deqn{\frac{1}{b-a}\int_a^b |f(x) - x|\,dx.}{integral from a to b of |f(x) - x|, over b - a.}
#' If the range is one point, its distance from the identity is returned.
#'
#' @inheritParams cross_entropy
#' @return A double per system in units of log10 LR, 0 or more, named if systems are. `Inf` if a
#'   trial with LR = 0 or LR = Inf lies in a block of finite ratio. `NaN`, with a warning of class
#'   `calibrant_warning_undefined`, if no block has a finite ratio, as under perfect separation.
#' @references
#' Vergeer P, van Schaik Y, Sjerps M (2021). *Forensic Science International* 321, 110722.
#' \doi{10.1016/j.forsciint.2021.110722}
#' @seealso [measures()] for intervals; [cllr_cal()], which weights by trials and their cost
#' @concept devPAV
#' @export
#' @examples
#' x <- simulate_lr(200, 1000, s = 2, stretch = 1.5)
#' dev_pav(x)
dev_pav <- function(x, ...) UseMethod("dev_pav")

#' @export
dev_pav.lr_set <- function(x, ...) {
  check_dots(...)
  check_calibrated(x)
  out <- per_system(systems_of(x), dev_pav_of)
  if (anyNA(out)) warn_of("dev_pav_undefined")
  out
}

# PAV is flat within a block, so the only corners are the ends of the blocks.
dev_pav_of <- function(system) {
  blocks <- blocks_of(system)
  finite <- is.finite(blocks$llr)
  if (!any(finite)) return(NaN)
  corners <- c(rbind(blocks$min[finite], blocks$max[finite]))
  before <- to_log10(corners, system$scale)
  after <- from_ln(rep(blocks$llr[finite], each = 2), "log10")
  if (any(is.infinite(before))) return(Inf)
  mean_distance(before, after - before)
}

# Mean of |d| along x, for d linear between the corners.
mean_distance <- function(x, d) {
  n <- length(x)
  if (x[n] == x[1]) return(abs(d[1]))
  # Squares and sums of the largest doubles must not overflow.
  unit <- max(1, abs(x), abs(d))
  x <- x / unit
  d <- d / unit
  left <- d[-n]
  right <- d[-1]
  span <- abs(left) + abs(right)
  height <- ifelse(left * right >= 0, span / 2, (left^2 + right^2) / (2 * span))
  unit * sum(height * diff(x)) / (x[n] - x[1])
}
