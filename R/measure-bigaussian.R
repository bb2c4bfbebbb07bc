# The Cllr of the calibrated Gaussian system, and its inverse.

bigaussian_cllr <- function(s) {
  check_within(s, "s", 0, Inf)
  # Rounding may pass 1 where `s` is next to nothing.
  rlang::set_names(pmin(.Call(ffi_bigaussian_cllr, as.double(s)), 1), names(s))
}

bigaussian_s <- function(cllr, call = rlang::caller_env()) {
  check_within(cllr, "cllr", 0, 1, call)
  rlang::set_names(.Call(ffi_bigaussian_s, as.double(cllr)), names(cllr))
}

check_within <- function(x, arg, low, high, call = rlang::caller_env()) {
  check_numeric(x, arg, call)
  outside <- which(x < low | x > high)
  if (length(outside) > 0) {
    stop_input(
      "{.arg {arg}} must lie between {low} and {high}.",
      x = "Element {outside[1]} is {x[outside[1]]}.",
      call = call
    )
  }
}
