#include "ffi-host.h"
#include "ffi-rule-table.h"
#include "kernels/fit/rule-fit.h"
#include "kernels/fit/rule-offset.h"

struct rule_job {
  struct cal_rule_rows rows;
  struct cal_rule_table table;
  SEXP start;
};

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

static SEXP fit_rule(struct cal_host* host, const void* input) {
  const struct rule_job* job = input;
  const char* names[] = {"theta", "value", "converged", "diverged", "n_steps", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  const R_xlen_t n = Rf_xlength(job->start);
  double* theta = ffi_new_doubles(out, 0, n);

  memcpy(theta, REAL_RO(job->start), (size_t)n * sizeof *theta);
  const struct cal_rule_end end = cal_rule_fit(host, &job->rows, &job->table, theta);
  SET_VECTOR_ELT(out, 1, Rf_ScalarReal(end.value));
  SET_VECTOR_ELT(out, 2, Rf_ScalarLogical(end.status != CAL_NEWTON_EVALUATE));
  SET_VECTOR_ELT(out, 3, Rf_ScalarLogical(end.diverged));
  SET_VECTOR_ELT(out, 4, Rf_ScalarInteger(end.n_steps));

  UNPROTECT(1);
  return out;
}

// `problem` holds x, h1, h2 and log_odds, `table` from, step, h1, h2, slope_h1 and slope_h2.
SEXP ffi_rule_fit(SEXP problem, SEXP table, SEXP start) {
  const struct rule_job job = {read_rows(problem), ffi_rule_table(table), start};
  if (TYPEOF(start) != REALSXP || Rf_xlength(start) != job.rows.d + 1)
    Rf_error("internal error: `start` must have a number per input and one more");
  return ffi_with_host(fit_rule, &job, 1);
}

struct offset_job {
  struct cal_rule_rows rows;
  struct cal_rule_steps steps;
  const double* slopes;
};

static SEXP find_offset(struct cal_host* host, const void* input) {
  const struct offset_job* job = input;
  return Rf_ScalarReal(cal_rule_offset(host, &job->rows, &job->steps, job->slopes));
}

// `steps` holds log_odds, miss and fa.
SEXP ffi_rule_offset(SEXP problem, SEXP steps, SEXP slopes) {
  const R_xlen_t n = ffi_field_length(steps, "log_odds");
  const struct offset_job job = {
      .rows = read_rows(problem),
      .steps = {ffi_field_doubles(steps, "log_odds", n), ffi_field_doubles(steps, "miss", n),
                ffi_field_doubles(steps, "fa", n), n},
      .slopes = ffi_doubles(slopes, "slopes")};
  ffi_check_length(slopes, job.rows.d, "slopes");
  return ffi_with_host(find_offset, &job, 1);
}
