#include "kernels/base/range.h"

#include "ffi.h"

// The smallest and the largest of some doubles; NULL where one is missing.
SEXP ffi_range(SEXP x) {
  double min, max;
  if (!cal_range(ffi_doubles(x, "x"), Rf_xlength(x), &min, &max)) return R_NilValue;

  SEXP out = PROTECT(Rf_allocVector(REALSXP, 2));
  REAL(out)[0] = min;
  REAL(out)[1] = max;
  UNPROTECT(1);
  return out;
}

// How many of some logicals are TRUE; NULL where one is missing.
SEXP ffi_count_true(SEXP x) {
  if (TYPEOF(x) != LGLSXP) Rf_error("internal error: `x` must be logical");
  const ptrdiff_t count = cal_count_true(LOGICAL_RO(x), Rf_xlength(x));
  return count < 0 ? R_NilValue : Rf_ScalarReal((double)count);
}
