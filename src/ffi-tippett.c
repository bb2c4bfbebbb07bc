#include <stdbool.h>

#include "ffi-host.h"
#include "kernels/rates/tippett.h"

typedef void (*share_kernel)(struct cal_host* host, const double* count, ptrdiff_t n,
                             double* share);

// Shares at the values, and those before and behind them where they are asked for.
struct job {
  share_kernel shares;
  const double* count;
  R_xlen_t n, before, after;
  double first, last;
};

static SEXP find_shares(struct cal_host* host, const void* input) {
  const struct job* job = input;
  SEXP out = PROTECT(Rf_allocVector(REALSXP, job->n + job->before + job->after));
  double* v_out = REAL(out);
  if (job->before) v_out[0] = job->first;
  job->shares(host, job->count, job->n, v_out + job->before);
  if (job->after) v_out[job->before + job->n] = job->last;

  UNPROTECT(1);
  return out;
}

static SEXP shares_with_ends(share_kernel shares, SEXP count, SEXP ends, double first,
                             double last) {
  if (TYPEOF(ends) != LGLSXP) Rf_error("internal error: `ends` must be logical");
  ffi_check_length(ends, 2, "ends");
  const struct job job = {shares,
                          ffi_doubles(count, "count"),
                          Rf_xlength(count),
                          LOGICAL(ends)[0],
                          LOGICAL(ends)[1],
                          first,
                          last};
  return ffi_with_host(find_shares, &job, 1);
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
