#include "ffi-host.h"
#include "kernels/fit/integrated.h"

// `unsure`: mean, row, way, coefficients, vcov and degrees.
FFI_ENTRY_1(ffi_integrated, unsure) {
  const R_xlen_t n = ffi_field_length(unsure, "mean"), size = ffi_field_length(unsure, "way");
  const R_xlen_t p = ffi_field_length(unsure, "coefficients");
  struct cal_unsure all = {.n = n, .p = p, .k = n > 0 ? size / (n * p) : 0};
  FFI_READ_NUMBERS(&all, unsure, degrees);
  FFI_READ_DOUBLES(&all, unsure, n, mean);
  FFI_READ_DOUBLES(&all, unsure, n * p, row);
  FFI_READ_DOUBLES(&all, unsure, size, way);
  FFI_READ_DOUBLES(&all, unsure, p, coefficients);
  FFI_READ_DOUBLES(&all, unsure, p * p, vcov);
  cal_integrate(host, &all, ffi_return_doubles(out, n));
}
