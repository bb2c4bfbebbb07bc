#include "kernels/pav/isotonic.h"

#include "ffi.h"

SEXP ffi_isotonic(SEXP y, SEXP weight) {
  const double* v_y = ffi_doubles(y, "y");
  const double* v_weight = ffi_doubles(weight, "weight");
  const R_xlen_t n = Rf_xlength(y);

  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  struct cal_level* levels = (struct cal_level*)R_alloc((size_t)n, sizeof(struct cal_level));
  cal_isotonic(v_y, v_weight, n, levels, REAL(out));

  UNPROTECT(1);
  return out;
}
