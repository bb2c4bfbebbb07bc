#include "ffi.h"
#include "kernels/fit/kde.h"

SEXP ffi_kde(SEXP at, SEXP weight, SEXP total, SEXP bandwidth, SEXP x) {
  const double *v_at = ffi_doubles(at, "at"), *v_weight = ffi_doubles(weight, "weight");
  const double* v_x = ffi_doubles(x, "x");
  const double the_total = ffi_doubles(total, "total")[0];
  const double the_bandwidth = ffi_doubles(bandwidth, "bandwidth")[0];
  const R_xlen_t n = Rf_xlength(x);

  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  double* v_out = REAL(out);
  for (R_xlen_t i = 0; i < n; ++i) {
    R_CheckUserInterrupt();
    v_out[i] = cal_kde(v_at, v_weight, Rf_xlength(at), the_total, the_bandwidth, v_x[i]);
  }

  UNPROTECT(1);
  return out;
}
