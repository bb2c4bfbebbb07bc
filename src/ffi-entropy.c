#include "kernels/classes/entropy.h"

#include "ffi.h"
#include "kernels/classes/complement.h"

// Applies a kernel to each row of a matrix, in pieces, so that long work can be interrupted.
static SEXP each_row(SEXP p, SEXP out,
                     void (*kernel)(const struct cal_rows* rows, ptrdiff_t first, ptrdiff_t end,
                                    double* out)) {
  PROTECT(out);
  const struct cal_rows rows = {.p = ffi_doubles(p, "p"), .n = Rf_nrows(p), .k = Rf_ncols(p)};
  for (ptrdiff_t first = 0, end; first < rows.n; first = end) {
    R_CheckUserInterrupt();
    end = ffi_piece_end(first, rows.n);
    kernel(&rows, first, end, REAL(out));
  }
  UNPROTECT(1);
  return out;
}

SEXP ffi_entropy(SEXP p) { return each_row(p, Rf_allocVector(REALSXP, Rf_nrows(p)), cal_entropy); }

SEXP ffi_complement(SEXP p) {
  return each_row(p, Rf_allocMatrix(REALSXP, Rf_nrows(p), Rf_ncols(p)), cal_complement);
}
