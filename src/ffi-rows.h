#ifndef CALIBRANT_FFI_ROWS_H
#define CALIBRANT_FFI_ROWS_H

#include "ffi.h"
#include "kernels/entropy.h"

// `p` is a double matrix.
static inline struct cal_rows ffi_rows(SEXP p) {
  return (struct cal_rows){.p = ffi_doubles(p, "p"), .n = Rf_nrows(p), .k = Rf_ncols(p)};
}

#endif
