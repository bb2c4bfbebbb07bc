#include "ffi-host.h"
#include "ffi-rule-table.h"
#include "kernels/rule/rule-fit.h"
#include "kernels/rule/rule-offset.h"
#include "kernels/rule/rule-slope.h"

static struct cal_rule_rows read_rows(SEXP problem) {
  const R_xlen_t n = ffi_field_length(problem, "h1"), size = ffi_field_length(problem, "x");
  if (n == 0 || size % n != 0) Rf_error("internal error: `x` must have whole columns");
  return (struct cal_rule_rows){.x = ffi_field_doubles(problem, "x", size),
                                .n = n,
                                .d = size / n,
                                .h1 = ffi_field_doubles(problem, "h1", n),
                                .h2 = ffi_field_doubles(problem, "h2", n),
                                .log_odds = ffi_field_number(problem, "log_odds")};
}

// `problem` holds x, h1, h2 and log_odds, `table` from, step, h1, h2, slope_h1 and slope_h2.
FFI_HOSTED_3(ffi_rule_fit, problem, table, start) {
  const struct cal_rule_rows rows = read_rows(problem);
  const struct cal_rule_table costs = ffi_rule_table(table);
  ffi_check_length(start, rows.d + 1, "start");
  SEXP out = PROTECT(ffi_new_list("theta", "diverged", "n_steps"));
  double* theta = ffi_set_copy(out, "theta", ffi_doubles(start, "start"), rows.d + 1);
  const struct cal_rule_end end = cal_rule_fit(host, &rows, &costs, theta);
  ffi_set(out, "diverged", Rf_ScalarLogical(end.diverged));
  ffi_set(out, "n_steps", Rf_ScalarInteger(end.n_steps));
  UNPROTECT(1);
  return out;
}

// `steps`: log_odds, miss, fa. The offset for `slopes`; without any, the slope of the one input.
FFI_HOSTED_3(ffi_rule_offset, problem, steps, slopes) {
  const R_xlen_t n = ffi_field_length(steps, "log_odds");
  const struct cal_rule_rows rows = read_rows(problem);
  const struct cal_rule_steps all = {ffi_field_doubles(steps, "log_odds", n),
                                     ffi_field_doubles(steps, "miss", n),
                                     ffi_field_doubles(steps, "fa", n), n};
  if (Rf_xlength(slopes) == 0) return Rf_ScalarReal(cal_rule_slope(host, &rows, &all));
  ffi_check_length(slopes, rows.d, "slopes");
  return Rf_ScalarReal(cal_rule_offset(host, &rows, &all, ffi_doubles(slopes, "slopes")));
}
