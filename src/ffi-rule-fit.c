#include "ffi-host.h"
#include "kernels/fit/rule-fit.h"
#include "kernels/fit/rule-offset.h"

struct rule_job {
  struct cal_rule_rows rows;
  struct cal_rule_table table;
  SEXP start;
};

static const double* doubles_of(SEXP list, const char* name) {
  return ffi_doubles(ffi_field(list, name), name);
}

static struct cal_rule_rows read_rows(SEXP problem) {
  const R_xlen_t n = Rf_xlength(ffi_field(problem, "h1"));
  return (struct cal_rule_rows){.x = doubles_of(problem, "x"),
                                .n = n,
                                .d = Rf_xlength(ffi_field(problem, "x")) / n,
                                .h1 = doubles_of(problem, "h1"),
                                .h2 = doubles_of(problem, "h2"),
                                .log_odds = doubles_of(problem, "log_odds")[0]};
}

static struct cal_rule_table read_table(SEXP table) {
  return (struct cal_rule_table){.from = doubles_of(table, "from")[0],
                                 .step = doubles_of(table, "step")[0],
                                 .n = Rf_xlength(ffi_field(table, "h1")),
                                 .h1 = doubles_of(table, "h1"),
                                 .h2 = doubles_of(table, "h2"),
                                 .slope_h1 = doubles_of(table, "slope_h1"),
                                 .slope_h2 = doubles_of(table, "slope_h2")};
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
  const struct rule_job job = {read_rows(problem), read_table(table), start};
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
  const R_xlen_t n = Rf_xlength(ffi_field(steps, "log_odds"));
  ffi_check_length(ffi_field(steps, "miss"), n, "miss");
  ffi_check_length(ffi_field(steps, "fa"), n, "fa");
  const struct offset_job job = {.rows = read_rows(problem),
                                 .steps = {doubles_of(steps, "log_odds"), doubles_of(steps, "miss"),
                                           doubles_of(steps, "fa"), n},
                                 .slopes = ffi_doubles(slopes, "slopes")};
  ffi_check_length(slopes, job.rows.d, "slopes");
  return ffi_with_host(find_offset, &job, 1);
}
