#include <stdbool.h>

#include "ffi.h"
#include "kernels/rates/tippett.h"

// Shares at the values, and those before and behind them where `ends` asks for these.
static SEXP shares_with_ends(void shares(const double*, ptrdiff_t, double*), SEXP count, SEXP ends,
                             double first, double last) {
  const double* v_count = ffi_doubles(count, "count");
  const R_xlen_t n = Rf_xlength(count);
  const R_xlen_t before = LOGICAL(ends)[0], after = LOGICAL(ends)[1];

  SEXP out = PROTECT(Rf_allocVector(REALSXP, n + before + after));
  double* v_out = REAL(out);
  if (before) v_out[0] = first;
  shares(v_count, n, v_out + before);
  if (after) v_out[before + n] = last;

  UNPROTECT(1);
  return out;
}

SEXP ffi_tail_shares(SEXP count, SEXP ends) {
  return shares_with_ends(cal_tail_shares, count, ends, 1, 0);
}

SEXP ffi_head_shares(SEXP count, SEXP ends) {
  return shares_with_ends(cal_head_shares, count, ends, 0, 1);
}

static bool any_positive(const double* count, R_xlen_t n) {
  for (R_xlen_t i = 0; i < n; ++i) {
    if (count[i] > 0) return true;
  }
  return false;
}

// Counted from 1, among the counts `range[0]..range[1]`; NULL where none is positive.
SEXP ffi_milestones(SEXP count, SEXP range) {
  const double* v_range = ffi_doubles(range, "range");
  const double* v_count = ffi_doubles(count, "count") + (R_xlen_t)v_range[0] - 1;
  const R_xlen_t n = (R_xlen_t)(v_range[1] - v_range[0]) + 1;
  if (!any_positive(v_count, n)) return R_NilValue;

  ptrdiff_t position[3];
  cal_milestones(v_count, n, position);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, 3));
  for (int i = 0; i < 3; ++i) REAL(out)[i] = v_range[0] + (double)position[i];

  UNPROTECT(1);
  return out;
}
