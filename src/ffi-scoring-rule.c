#include "kernels/rule/scoring-rule.h"

#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/classes/dirichlet-rule.h"

static struct cal_rule read_rule(SEXP rule) {
  const R_xlen_t n = ffi_field_length(rule, "gamma");
  const double* gamma = ffi_field_doubles(rule, "gamma", n);
  return cal_rule_new((enum cal_rule_kind)ffi_field_integers(rule, "kind", 1)[0], gamma[0],
                      gamma[n - 1]);
}

// Costs, if H1 and if H2 is true, of reporting the probabilities `posterior` of H1.
FFI_ENTRY_2(ffi_rule_cost, rule, posterior) {
  const struct cal_rule of = read_rule(rule);
  const R_xlen_t n = Rf_xlength(posterior);
  double *v_h1 = ffi_set_doubles(out, "h1", n), *v_h2 = ffi_set_doubles(out, "h2", n);
  cal_rule_costs(host, &of, ffi_doubles(posterior, "posterior"), n, v_h1, v_h2);
}

// Mean costs of the H1 and of the H2 trials at each prior log-odds.
FFI_ENTRY_3(ffi_rule_risk, rule, points, log_odds) {
  const struct cal_rule of = read_rule(rule);
  const struct cal_points all = ffi_points(points);
  const R_xlen_t n = Rf_xlength(log_odds);
  double *v_h1 = ffi_set_doubles(out, "h1", n), *v_h2 = ffi_set_doubles(out, "h2", n);
  cal_rule_risk_along(host, &of, &all, ffi_doubles(log_odds, "log_odds"), n, v_h1, v_h2);
}

// Costs of reports under each class, with a column per report, as in `log_q`.
FFI_ENTRY_2(ffi_dirichlet_costs, gamma, log_q) {
  const int n = Rf_nrows(log_q);
  const struct cal_dirichlet_rule rule = cal_dirichlet_rule_new(ffi_number(gamma, "gamma"), n);
  double* cost = ffi_return_matrix(out, n, Rf_ncols(log_q));
  cal_dirichlet_costs_along(host, &rule, ffi_doubles(log_q, "log_q"), Rf_ncols(log_q), cost);
}
