#include "kernels/cost/scoring-rule.h"

#include "ffi-points.h"

static struct cal_rule read_rule(SEXP kind, SEXP gamma) {
  ffi_check_length(kind, 1, "kind");
  ffi_check_length(gamma, 1, "gamma");
  return cal_rule_new((enum cal_rule_kind)ffi_integers(kind, "kind")[0],
                      ffi_doubles(gamma, "gamma")[0]);
}

// Costs when H1 and when H2 is true of reporting the probabilities `posterior` of H1.
SEXP ffi_rule_cost(SEXP kind, SEXP gamma, SEXP posterior) {
  const struct cal_rule rule = read_rule(kind, gamma);
  const double* v_posterior = ffi_doubles(posterior, "posterior");
  const R_xlen_t n = Rf_xlength(posterior);

  SEXP out = PROTECT(ffi_new_pair(n));
  double* v_h1 = REAL(VECTOR_ELT(out, 0));
  double* v_h2 = REAL(VECTOR_ELT(out, 1));

  for (R_xlen_t i = 0; i < n; ++i) {
    if (i % 65536 == 0) R_CheckUserInterrupt();
    const struct cal_posterior report = cal_posterior_of(v_posterior[i]);
    v_h1[i] = cal_rule_cost(&rule, report);
    v_h2[i] = cal_rule_cost(&rule, cal_posterior_swap(report));
  }

  UNPROTECT(1);
  return out;
}

// Mean costs of the H1 and of the H2 trials at each prior log-odds.
SEXP ffi_rule_risk(SEXP kind, SEXP gamma, SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals,
                   SEXP log_odds) {
  const struct cal_rule rule = read_rule(kind, gamma);
  const struct cal_points points = ffi_points(llr, n_h1, n_h2, totals);
  const double* v_log_odds = ffi_doubles(log_odds, "log_odds");
  const R_xlen_t n = Rf_xlength(log_odds);

  SEXP out = PROTECT(ffi_new_pair(n));
  double* v_h1 = REAL(VECTOR_ELT(out, 0));
  double* v_h2 = REAL(VECTOR_ELT(out, 1));

  for (R_xlen_t i = 0; i < n; ++i) {
    R_CheckUserInterrupt();
    cal_rule_risk(&rule, &points, v_log_odds[i], &v_h1[i], &v_h2[i]);
  }

  UNPROTECT(1);
  return out;
}
