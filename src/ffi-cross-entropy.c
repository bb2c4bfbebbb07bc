#include "kernels/cost/cross-entropy.h"

#include "ffi-points.h"
#include "kernels/base/plan.h"
#include "kernels/base/sigmoid.h"
#include "kernels/cost/cross-entropy-curve.h"

struct cal_points ffi_points(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals) {
  const double* v_totals = ffi_doubles(totals, "totals");
  ffi_check_length(totals, 2, "totals");
  ffi_check_length(n_h1, Rf_xlength(llr), "n_h1");
  ffi_check_length(n_h2, Rf_xlength(llr), "n_h2");
  return (struct cal_points){.llr = ffi_doubles(llr, "llr"),
                             .n_h1 = ffi_doubles(n_h1, "n_h1"),
                             .n_h2 = ffi_doubles(n_h2, "n_h2"),
                             .n = Rf_xlength(llr),
                             .total_h1 = v_totals[0],
                             .total_h2 = v_totals[1]};
}

static void few_priors(const struct cal_points* points, const double* log_odds, R_xlen_t n,
                       double* h1, double* h2) {
  for (R_xlen_t i = 0; i < n; ++i) {
    R_CheckUserInterrupt();
    cal_cross_entropy(points, log_odds[i], &h1[i], &h2[i]);
  }
}

static void many_priors(const struct cal_points* points, const double* log_odds, R_xlen_t n,
                        double* h1, double* h2) {
  const struct cal_curve curve = cal_curve_prepare(
      points, (double*)R_alloc((size_t)cal_curve_room(points->n), sizeof(double)));
  for (R_xlen_t i = 0; i < n; ++i) {
    if (cal_curve_reaches(log_odds[i])) {
      R_CheckUserInterrupt();
      cal_curve_at(&curve, log_odds[i], &h1[i], &h2[i]);
    } else {
      few_priors(points, log_odds + i, 1, h1 + i, h2 + i);
    }
  }
}

static void mean_costs(const struct cal_points* points, const double* log_odds, R_xlen_t n,
                       double* h1, double* h2) {
  (n < CAL_PLAN_MANY_PRIORS ? few_priors : many_priors)(points, log_odds, n, h1, h2);
}

SEXP ffi_cross_entropy(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds) {
  const struct cal_points points = ffi_points(llr, n_h1, n_h2, totals);
  const double* v_log_odds = ffi_doubles(log_odds, "log_odds");
  const R_xlen_t n = Rf_xlength(log_odds);

  SEXP out = PROTECT(ffi_new_pair(n));
  mean_costs(&points, v_log_odds, n, REAL(VECTOR_ELT(out, 0)), REAL(VECTOR_ELT(out, 1)));

  UNPROTECT(1);
  return out;
}

// Where the truth is known already, nothing is left to learn.
static double weigh(double log_odds, double h1, double h2) {
  if (isinf(log_odds)) return 0;
  return cal_sigmoid(log_odds) * h1 + cal_sigmoid(-log_odds) * h2;
}

SEXP ffi_ece(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds) {
  const struct cal_points points = ffi_points(llr, n_h1, n_h2, totals);
  const double* v_log_odds = ffi_doubles(log_odds, "log_odds");
  const R_xlen_t n = Rf_xlength(log_odds);
  double* h1 = ffi_scratch(n, sizeof *h1);
  double* h2 = ffi_scratch(n, sizeof *h2);

  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  double* v_out = REAL(out);
  mean_costs(&points, v_log_odds, n, h1, h2);
  for (R_xlen_t i = 0; i < n; ++i) v_out[i] = weigh(v_log_odds[i], h1[i], h2[i]);

  UNPROTECT(1);
  return out;
}

SEXP ffi_excess(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds) {
  const struct cal_points points = ffi_points(llr, n_h1, n_h2, totals);
  const double* v_log_odds = ffi_doubles(log_odds, "log_odds");
  const R_xlen_t n = Rf_xlength(log_odds);

  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  double* v_out = REAL(out);
  for (R_xlen_t i = 0; i < n; ++i) {
    R_CheckUserInterrupt();
    v_out[i] = cal_excess(&points, v_log_odds[i]);
  }

  UNPROTECT(1);
  return out;
}
