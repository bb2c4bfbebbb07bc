#include "ffi-host.h"
#include "kernels/fit/integrated.h"

// `unsure`: mean, row, way, coefficients, vcov and degrees.
FFI_HOSTED_1(ffi_integrated, unsure) {
  const R_xlen_t n = ffi_field_length(unsure, "mean"), size = ffi_field_length(unsure, "way");
  const R_xlen_t p = ffi_field_length(unsure, "coefficients");
  const struct cal_unsure all = {.n = n,
                                 .p = p,
                                 .k = n > 0 ? size / (n * p) : 0,
                                 .degrees = ffi_field_number(unsure, "degrees"),
                                 .mean = ffi_field_doubles(unsure, "mean", n),
                                 .row = ffi_field_doubles(unsure, "row", n * p),
                                 .way = ffi_field_doubles(unsure, "way", size),
                                 .coefficients = ffi_field_doubles(unsure, "coefficients", p),
                                 .vcov = ffi_field_doubles(unsure, "vcov", p * p)};
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  cal_integrate(host, &all, REAL(out));
  UNPROTECT(1);
  return out;
}
