#include "kernels/cost/cross-entropy-curve.h"

#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/cost/useful-range.h"

FFI_HOSTED_2(ffi_cross_entropy, points, log_odds) {
  const struct cal_points of = ffi_points(points);
  const R_xlen_t n = Rf_xlength(log_odds);
  SEXP out = PROTECT(ffi_new_list("h1", "h2"));
  double *h1 = ffi_set_doubles(out, "h1", n), *h2 = ffi_set_doubles(out, "h2", n);
  cal_cross_entropy_along(host, &of, ffi_doubles(log_odds, "log_odds"), n, h1, h2);
  UNPROTECT(1);
  return out;
}

static SEXP along(struct cal_host* host, SEXP points, SEXP log_odds, bool excess) {
  const struct cal_points of = ffi_points(points);
  const R_xlen_t n = Rf_xlength(log_odds);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  const double* v_log_odds = ffi_doubles(log_odds, "log_odds");
  (excess ? cal_excess_along : cal_ece_along)(host, &of, v_log_odds, n, REAL(out));
  UNPROTECT(1);
  return out;
}

FFI_HOSTED_2(ffi_ece, points, log_odds) { return along(host, points, log_odds, false); }

FFI_HOSTED_2(ffi_excess, points, log_odds) { return along(host, points, log_odds, true); }

// A column for each range of prior log-odds at which the excess is negative. `grid` ascends.
FFI_HOSTED_2(ffi_useful_ranges, points, grid) {
  const struct cal_points of = ffi_points(points);
  const R_xlen_t n = Rf_xlength(grid);
  double* end = cal_scratch_doubles(host, 4 * n);
  const ptrdiff_t n_ends = cal_useful_ranges(host, &of, ffi_doubles(grid, "grid"), n, end);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 2, (int)n_ends / 2));
  if (n_ends > 0) memcpy(REAL(out), end, (size_t)n_ends * sizeof *end);
  UNPROTECT(1);
  return out;
}
