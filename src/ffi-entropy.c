#include "kernels/classes/entropy.h"

#include "ffi-rows.h"

SEXP ffi_entropy(SEXP p) {
  const struct cal_rows rows = ffi_rows(p);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, rows.n));
  ffi_each_row(&rows, cal_entropy, REAL(out));

  UNPROTECT(1);
  return out;
}
