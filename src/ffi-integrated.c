#include "ffi-host.h"
#include "kernels/fit/integrated.h"

// `unsure`: mean, row, way, coefficients, vcov and degrees.
FFI_ENTRY_1(ffi_integrated, unsure) {
  const R_xlen_t n = ffi_field_length(unsure, "mean"), size = ffi_field_length(unsure, "way");
  const R_xlen_t p = ffi_field_length(unsure, "coefficients");
  struct cal_unsure all = {.n = n, .p = p, .k = n > 0 ? size / (n * p) : 0};
  FFI_READ_ONE(number, &all, unsure, degrees);
  FFI_READ(doubles, n, &all, unsure, mean);
  FFI_READ(doubles, n * p, &all, unsure, row);
  FFI_READ(doubles, size, &all, unsure, way);
  FFI_READ(doubles, p, &all, unsure, coefficients);
  FFI_READ(doubles, p * p, &all, unsure, vcov);
  cal_integrate(host, &all, ffi_return_doubles(out, n));
}
