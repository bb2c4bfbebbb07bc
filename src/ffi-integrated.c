#include "kernels/fit/integrated.h"

#include "ffi-host.h"

// `unsure`: mean, variance, fall, pull, curb and degrees.
FFI_HOSTED_1(ffi_integrated, unsure) {
  const R_xlen_t n = ffi_field_length(unsure, "mean"), size = ffi_field_length(unsure, "fall");
  const struct cal_unsure all = {
      .n = n,
      .k = n > 0 ? size / n : 0,
      .degrees = ffi_field_number(unsure, "degrees"),
      .mean = ffi_field_doubles(unsure, "mean", n),
      .variance = ffi_field_doubles(unsure, "variance", n),
      .fall = ffi_field_doubles(unsure, "fall", size),
      .pull = ffi_field_doubles(unsure, "pull", size),
      .curb = ffi_field_doubles(unsure, "curb", n > 0 ? size / n * size : 0)};
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  cal_integrate(host, &all, REAL(out));
  UNPROTECT(1);
  return out;
}
