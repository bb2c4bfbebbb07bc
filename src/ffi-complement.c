#include "kernels/classes/complement.h"

#include "ffi-rows.h"

SEXP ffi_complement(SEXP p) {
  const struct cal_rows rows = ffi_rows(p);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)rows.n, (int)rows.k));
  ffi_each_row(&rows, cal_complement, REAL(out));

  UNPROTECT(1);
  return out;
}
