#include "kernels/cross-entropy.h"

#include "ffi-points.h"

struct cal_points ffi_points(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals) {
  const double* v_totals = ffi_doubles(totals, "totals");
  return (struct cal_points){.llr = ffi_doubles(llr, "llr"),
                             .n_h1 = ffi_doubles(n_h1, "n_h1"),
                             .n_h2 = ffi_doubles(n_h2, "n_h2"),
                             .n = Rf_xlength(llr),
                             .total_h1 = v_totals[0],
                             .total_h2 = v_totals[1]};
}

SEXP ffi_cross_entropy(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds) {
  const struct cal_points points = ffi_points(llr, n_h1, n_h2, totals);
  const double* v_log_odds = ffi_doubles(log_odds, "log_odds");
  const R_xlen_t n = Rf_xlength(log_odds);

  SEXP out = PROTECT(ffi_new_pair(n));
  double* v_h1 = REAL(VECTOR_ELT(out, 0));
  double* v_h2 = REAL(VECTOR_ELT(out, 1));

  for (R_xlen_t i = 0; i < n; ++i) {
    R_CheckUserInterrupt();
    cal_cross_entropy(&points, v_log_odds[i], &v_h1[i], &v_h2[i]);
  }

  UNPROTECT(1);
  return out;
}

// One double per prior.
static SEXP at_priors(struct cal_points points, SEXP log_odds,
                      double (*measure)(const struct cal_points*, double)) {
  const double* v_log_odds = ffi_doubles(log_odds, "log_odds");
  const R_xlen_t n = Rf_xlength(log_odds);

  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  double* v_out = REAL(out);

  for (R_xlen_t i = 0; i < n; ++i) {
    R_CheckUserInterrupt();
    v_out[i] = measure(&points, v_log_odds[i]);
  }

  UNPROTECT(1);
  return out;
}

SEXP ffi_ece(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds) {
  return at_priors(ffi_points(llr, n_h1, n_h2, totals), log_odds, cal_ece);
}

SEXP ffi_excess(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds) {
  return at_priors(ffi_points(llr, n_h1, n_h2, totals), log_odds, cal_excess);
}
