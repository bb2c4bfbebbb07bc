#include "kernels/pav/isotonic.h"

#include "ffi-host.h"

FFI_ENTRY_2(ffi_isotonic, y, weight) {
  const R_xlen_t n = Rf_xlength(y);
  cal_isotonic(host, ffi_doubles(y, "y"), ffi_n_doubles(weight, n, "weight"), n,
               ffi_return_doubles(out, n));
}
