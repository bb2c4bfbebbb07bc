#ifndef CALIBRANT_FFI_ROWS_H
#define CALIBRANT_FFI_ROWS_H

#include "ffi.h"
#include "kernels/classes/entropy.h"

// `p` is a double matrix.
static inline struct cal_rows ffi_rows(SEXP p) {
  return (struct cal_rows){.p = ffi_doubles(p, "p"), .n = Rf_nrows(p), .k = Rf_ncols(p)};
}

typedef void (*ffi_row_kernel)(const struct cal_rows* rows, ptrdiff_t first, ptrdiff_t end,
                               double* out);

// In batches, so that long work can be interrupted.
static inline void ffi_each_row(const struct cal_rows* rows, ffi_row_kernel kernel, double* out) {
  enum { BATCH = 65536 };
  for (ptrdiff_t first = 0; first < rows->n; first += BATCH) {
    R_CheckUserInterrupt();
    kernel(rows, first, rows->n - first > BATCH ? first + BATCH : rows->n, out);
  }
}

#endif
