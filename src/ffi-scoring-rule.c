#include "kernels/cost/scoring-rule.h"

#include "ffi-sample.h"

static struct cal_rule read_rule(SEXP rule) {
  return cal_rule_new((enum cal_rule_kind)ffi_field_integers(rule, "kind", 1)[0],
                      ffi_field_doubles(rule, "gamma", 1)[0]);
}

// Costs when H1 and when H2 is true of reporting the probabilities `posterior` of H1.
SEXP ffi_rule_cost(SEXP rule, SEXP posterior) {
  const struct cal_rule of = read_rule(rule);
  const double* v_posterior = ffi_doubles(posterior, "posterior");
  const R_xlen_t n = Rf_xlength(posterior);
  SEXP out = PROTECT(ffi_new_list("h1", "h2"));
  double *v_h1 = ffi_set_doubles(out, "h1", n), *v_h2 = ffi_set_doubles(out, "h2", n);
  for (R_xlen_t i = 0; i < n; ++i) {
    if (i % 65536 == 0) R_CheckUserInterrupt();
    const struct cal_posterior report = cal_posterior_of(v_posterior[i]);
    v_h1[i] = cal_rule_cost(&of, report);
    v_h2[i] = cal_rule_cost(&of, cal_posterior_swap(report));
  }
  UNPROTECT(1);
  return out;
}

// Mean costs of the H1 and of the H2 trials at each prior log-odds.
SEXP ffi_rule_risk(SEXP rule, SEXP points, SEXP log_odds) {
  const struct cal_rule of = read_rule(rule);
  const struct cal_points all = ffi_points(points);
  const double* v_log_odds = ffi_doubles(log_odds, "log_odds");
  const R_xlen_t n = Rf_xlength(log_odds);
  SEXP out = PROTECT(ffi_new_list("h1", "h2"));
  double *v_h1 = ffi_set_doubles(out, "h1", n), *v_h2 = ffi_set_doubles(out, "h2", n);
  for (R_xlen_t i = 0; i < n; ++i) {
    R_CheckUserInterrupt();
    cal_rule_risk(&of, &all, v_log_odds[i], &v_h1[i], &v_h2[i]);
  }
  UNPROTECT(1);
  return out;
}
