#include "ffi-host.h"
#include "ffi-rule-table.h"
#include "kernels/rule/rule-fit.h"
#include "kernels/rule/rule-offset.h"
#include "kernels/rule/rule-slope.h"

static struct cal_rule_rows read_rows(SEXP problem) {
  const R_xlen_t n = ffi_field_length(problem, "h1"), size = ffi_field_length(problem, "x");
  if (n == 0 || size % n != 0) Rf_error("internal error: `x` must have whole columns");
  struct cal_rule_rows rows = {.n = n, .d = size / n};
  FFI_READ(doubles, size, &rows, problem, x);
  FFI_READ(doubles, n, &rows, problem, h1, h2);
  FFI_READ_ONE(number, &rows, problem, log_odds);
  return rows;
}

// `problem` holds x, h1, h2 and log_odds, `table` from, step, h1, h2, slope_h1 and slope_h2.
FFI_ENTRY_3(ffi_rule_fit, problem, table, start) {
  const struct cal_rule_rows rows = read_rows(problem);
  const struct cal_rule_table costs = ffi_rule_table(table);
  const double* v_start = ffi_n_doubles(start, rows.d + 1, "start");
  double* theta = ffi_set_copy(out, "theta", v_start, rows.d + 1);
  const struct cal_rule_end end = cal_rule_fit(host, &rows, &costs, theta);
  ffi_set_flag(out, "diverged", end.diverged);
  ffi_set_integer(out, "n_steps", end.n_steps);
}

// `steps`: log_odds, miss, fa. The offset for `slopes`; without any, the slope of the one input.
FFI_ENTRY_3(ffi_rule_offset, problem, steps, slopes) {
  const struct cal_rule_rows rows = read_rows(problem);
  struct cal_rule_steps all = {.n = ffi_field_length(steps, "log_odds")};
  FFI_READ(doubles, all.n, &all, steps, log_odds, miss, fa);
  const bool wants_slope = Rf_xlength(slopes) == 0;
  ffi_return_number(out, wants_slope ? cal_rule_slope(host, &rows, &all)
                                     : cal_rule_offset(host, &rows, &all,
                                                       ffi_n_doubles(slopes, rows.d, "slopes")));
}
