#include "kernels/classes/entropy.h"

#include "ffi-host.h"
#include "kernels/classes/complement.h"

// Applies a kernel to each row of a matrix, in pieces, so that long work can be interrupted.
static void each_row(SEXP p, double* out,
                     void (*kernel)(const struct cal_rows* rows, ptrdiff_t first, ptrdiff_t end,
                                    double* out)) {
  const struct cal_rows rows = {.p = ffi_doubles(p, "p"), .n = Rf_nrows(p), .k = Rf_ncols(p)};
  for (ptrdiff_t first = 0, end; first < rows.n; first = end) {
    R_CheckUserInterrupt();
    end = ffi_piece_end(first, rows.n);
    kernel(&rows, first, end, out);
  }
}

FFI_ENTRY_1(ffi_entropy, p) { each_row(p, ffi_return_doubles(out, Rf_nrows(p)), cal_entropy); }

FFI_ENTRY_1(ffi_complement, p) {
  each_row(p, ffi_return_matrix(out, Rf_nrows(p), Rf_ncols(p)), cal_complement);
}
