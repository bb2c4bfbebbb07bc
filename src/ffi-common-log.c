#include "ffi.h"
#include "kernels/base/common-log.h"

// Attributes stay, so that names and dimensions do.
SEXP ffi_common_log(SEXP value, SEXP base_log) {
  const double* v_value = ffi_doubles(value, "value");
  const double v_base_log = ffi_number(base_log, "base_log");
  const R_xlen_t n = Rf_xlength(value);
  SEXP out = PROTECT(Rf_shallow_duplicate(value));
  for (R_xlen_t first = 0; first < n; first += FFI_PIECE) {
    R_CheckUserInterrupt();
    cal_common_log(v_value + first, ffi_piece_end(first, n) - first, v_base_log, REAL(out) + first);
  }
  UNPROTECT(1);
  return out;
}
