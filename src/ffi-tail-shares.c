#include "ffi.h"
#include "kernels/tail-shares.h"

// The shares beyond each value, with a 1 in front of and a 0 behind them where these are wanted.
SEXP ffi_tail_shares(SEXP count, SEXP ends) {
  const double* v_count = ffi_doubles(count, "count");
  const R_xlen_t n = Rf_xlength(count);
  const R_xlen_t before = LOGICAL(ends)[0], after = LOGICAL(ends)[1];

  SEXP out = PROTECT(Rf_allocVector(REALSXP, n + before + after));
  double* v_out = REAL(out);
  if (before) v_out[0] = 1;
  cal_tail_shares(v_count, n, v_out + before);
  if (after) v_out[before + n] = 0;

  UNPROTECT(1);
  return out;
}
