#include "ffi-host.h"
#include "kernels/fit/kde.h"

// `density`: at, n, total and bandwidth. The log densities at `x`: what is left of them (`rest`)
// beside half the square of the distance to the nearest centre in bandwidths.
FFI_HOSTED_2(ffi_kde, density, x) {
  const R_xlen_t n_at = ffi_field_length(density, "at"), n = Rf_xlength(x);
  const struct cal_kernels kernels = {.at = ffi_field_doubles(density, "at", n_at),
                                      .weight = ffi_field_doubles(density, "n", n_at),
                                      .n = n_at,
                                      .total = ffi_field_number(density, "total"),
                                      .bandwidth = ffi_field_number(density, "bandwidth")};
  SEXP out = PROTECT(ffi_new_list("rest", "distance"));
  double* v_rest = ffi_set_doubles(out, "rest", n);
  double* v_distance = ffi_set_doubles(out, "distance", n);
  cal_kde_along(host, &kernels, ffi_doubles(x, "x"), n, v_rest, v_distance);
  UNPROTECT(1);
  return out;
}
