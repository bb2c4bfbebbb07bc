#include "ffi-host.h"
#include "kernels/base/common-log.h"

// Attributes are kept, so names and dimensions are too.
FFI_ENTRY_2(ffi_common_log, value, base_log) {
  const double* v_value = ffi_doubles(value, "value");
  const double v_base_log = ffi_number(base_log, "base_log");
  const R_xlen_t n = Rf_xlength(value);
  double* v_out = REAL(ffi_return(out, Rf_shallow_duplicate(value)));
  for (R_xlen_t first = 0; first < n; first += FFI_PIECE) {
    R_CheckUserInterrupt();
    cal_common_log(v_value + first, ffi_piece_end(first, n) - first, v_base_log, v_out + first);
  }
}
