# The Cllr of the calibrated Gaussian system, and its inverse.

bigaussian_cllr <- function(s) {
  check_within(s, low = 0, high = Inf)
  # Rounding may exceed 1 if `s` is nearly 0.
  rlang::set_names(pmin(.Call(ffi_bigaussian, as.double(s), FALSE), 1), names(s))
}

bigaussian_s <- function(cllr) {
  check_within(cllr, low = 0, high = 1)
  rlang::set_names(.Call(ffi_bigaussian, as.double(cllr), TRUE), names(cllr))
}
