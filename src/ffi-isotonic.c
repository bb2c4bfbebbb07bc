#include "kernels/pav/isotonic.h"

#include "ffi-host.h"

FFI_HOSTED_2(ffi_isotonic, y, weight) {
  const R_xlen_t n = Rf_xlength(y);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  cal_isotonic(host, ffi_doubles(y, "y"), ffi_n_doubles(weight, n, "weight"), n, REAL(out));
  UNPROTECT(1);
  return out;
}
