#include "kernels/fit/leave-out.h"

#include "ffi-logistic.h"
#include "ffi-points.h"

static const int* integers(SEXP x, const char* name) {
  if (TYPEOF(x) != INTSXP) Rf_error("internal error: `%s` must be integer", name);
  return INTEGER_RO(x);
}

static SEXP element(SEXP list, R_xlen_t i) { return VECTOR_ELT(list, i); }

// `points`: llr, n_h1, n_h2, totals. `comparisons`: llr, n_h1, n_h2, start, member, from zero.
// A column of slope and offset per pair of sources; NA where the search did not converge.
SEXP ffi_leave_out(SEXP points, SEXP comparisons, SEXP source1, SEXP source2, SEXP settings) {
  const double* v_settings = ffi_doubles(settings, "settings");
  const struct cal_leave_out all = {
      .points = ffi_points(element(points, 0), element(points, 1), element(points, 2),
                           element(points, 3)),
      .comparisons = {.llr = ffi_doubles(element(comparisons, 0), "llr"),
                      .n_h1 = ffi_doubles(element(comparisons, 1), "n_h1"),
                      .n_h2 = ffi_doubles(element(comparisons, 2), "n_h2"),
                      .start = integers(element(comparisons, 3), "start"),
                      .member = integers(element(comparisons, 4), "member")},
      .prior = v_settings[0],
      .lambda = v_settings[1]};
  const int *v_source1 = integers(source1, "source1"), *v_source2 = integers(source2, "source2");
  const R_xlen_t n = Rf_xlength(source1), n_trials = Rf_xlength(element(comparisons, 0));

  const ptrdiff_t capacity = all.points.n + n_trials;
  struct cal_leave_out_work work = {.rows = (double*)R_alloc(3 * (size_t)capacity, sizeof(double)),
                                    .dropped = (bool*)R_alloc((size_t)n_trials, sizeof(bool)),
                                    .capacity = capacity,
                                    .newton = ffi_newton(2),
                                    .sums = ffi_logistic_sums(1)};
  memset(work.dropped, 0, sizeof(bool) * (size_t)n_trials);

  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 2, (int)n));
  double* v_out = REAL(out);
  for (R_xlen_t f = 0; f < n; ++f) {
    R_CheckUserInterrupt();
    double* theta = v_out + 2 * f;
    theta[0] = 1;
    theta[1] = 0;
    work.newton.at = theta;
    if (cal_leave_out(&all, v_source1[f], v_source2[f], &work) != CAL_NEWTON_CONVERGED) {
      theta[0] = theta[1] = NA_REAL;
    }
  }

  UNPROTECT(1);
  return out;
}
