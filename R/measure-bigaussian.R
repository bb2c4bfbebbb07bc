#' The perfectly calibrated Gaussian system
#'
#' How good a system is whose log likelihood ratios are normally distributed and calibrated, and
#' which such system has a given Cllr.
#'
#' If natural log LRs are normally distributed under both hypotheses and keep their word, they are
#' \eqn{N(s^2/2, s^2)} under H1 and \eqn{N(-s^2/2, s^2)} under H2 (Peterson et al. 1954): one number
#' \eqn{s} says everything. `bigaussian_cllr()` gives the [cllr()] of such a system,
#' \deqn{C_{llr}(s) = \int \log_2(1 + e^{-\ell})\, \phi(\ell; s^2/2, s^2)\, d\ell,}{
#'   Cllr(s) = integral of log2(1 + exp(-l)) dnorm(l, s^2/2, s) dl,}
#' by a quadrature that is exact to the precision of a double. `bigaussian_s()` inverts it by
#' bisection, which is exact as well; the approximations in closed form that have been published
#' are off by up to 0.012 in Cllr. Method `"bigaussian"` of [calibrate()] builds on both
#' (Morrison 2024). The equal error rate of the system is `pnorm(-s / 2)`.
#'
#' @param s Standard deviation of the natural log LR, 0 or more.
#' @param cllr Log-likelihood-ratio cost in bits, between 0 and 1.
#' @return As many numbers: `bigaussian_cllr()` in bits, falling from 1 at `s = 0` to 0;
#'   `bigaussian_s()` the `s` that has this Cllr.
#' @section Errors: Missing values and values outside the stated ranges give an error of class
#'   `calibrant_error_input`.
#' @references
#' Peterson WW, Birdsall TG, Fox WC (1954). The theory of signal detectability. *Transactions of the
#' IRE Professional Group on Information Theory* 4, 171-212. \doi{10.1109/TIT.1954.1057460}
#'
#' Morrison GS (2024). Bi-Gaussianized calibration of likelihood ratios. *Law, Probability and Risk*
#' 23, mgae004. \doi{10.1093/lpr/mgae004}
#' @seealso [simulate_lr()] draws from it
#' @export
#' @examples
#' bigaussian_cllr(1:3)
#' bigaussian_s(c(0.9, 0.5, 0.1))
bigaussian_cllr <- function(s) {
  check_within(s, "s", 0, Inf)
  # Rounding may pass 1 where `s` is next to nothing.
  rlang::set_names(pmin(.Call(ffi_bigaussian_cllr, as.double(s)), 1), names(s))
}

#' @rdname bigaussian_cllr
#' @export
bigaussian_s <- function(cllr) {
  check_within(cllr, "cllr", 0, 1)
  rlang::set_names(.Call(ffi_bigaussian_s, as.double(cllr)), names(cllr))
}

check_within <- function(x, arg, low, high, call = rlang::caller_env()) {
  check_numeric(x, arg, call)
  outside <- which(x < low | x > high)
  if (length(outside) > 0) {
    stop_input(
      c(
        "{.arg {arg}} must lie between {low} and {high}.",
        x = "Element {outside[1]} is {x[outside[1]]}."
      ),
      call = call
    )
  }
}
