#include "ffi-fields.h"
#include "ffi-host.h"
#include "kernels/base/range.h"
#include "kernels/fit/logistic-fit.h"

struct job {
  struct cal_fit_task task;
  struct cal_points points;
  double totals[2];
  bool wants_correlation;
};

// In R those of H1 come first.
static void read_totals(SEXP problem, struct job* job) {
  const double* v_totals = ffi_field_doubles_or_null(problem, "totals", 2);
  if (v_totals == NULL) return;
  job->totals[CAL_H1] = v_totals[0];
  job->totals[CAL_H2] = v_totals[1];
  job->task.totals = job->totals;
}

static void read_points(SEXP points, struct job* job) {
  if (points == R_NilValue) return;
  const R_xlen_t n = ffi_field_length(points, "llr");
  job->points = (struct cal_points){.llr = ffi_field_doubles(points, "llr", n),
                                    .n_h1 = ffi_field_doubles(points, "n_h1", n),
                                    .n_h2 = ffi_field_doubles(points, "n_h2", n),
                                    .n = n};
  job->task.points = &job->points;
}

// Rows stand for single trials where there is `truth`, for counted ones otherwise.
static void read_rows(SEXP problem, struct cal_fit_task* task) {
  SEXP x = ffi_field(problem, "x"), truth = ffi_field(problem, "truth");
  task->x = ffi_doubles(x, "x");
  task->d = Rf_isMatrix(x) ? Rf_ncols(x) : 1;
  task->n = Rf_isMatrix(x) ? Rf_nrows(x) : Rf_xlength(x);
  task->weight = ffi_field_doubles_or_null(problem, "weight", task->n);
  if (truth != R_NilValue) {
    ffi_check_length(truth, task->n, "truth");
    if (TYPEOF(truth) != LGLSXP) Rf_error("internal error: `truth` must be logical");
    task->truth = LOGICAL_RO(truth);
  } else {
    task->n_h1 = ffi_field_doubles(problem, "n_h1", task->n);
    task->n_h2 = ffi_field_doubles(problem, "n_h2", task->n);
  }
}

static const char* status_name(enum cal_fit_status status) {
  static const char* const names[] = {
      [CAL_FIT_FOUND] = "found",         [CAL_FIT_CLASH] = "clash",
      [CAL_FIT_CERTAIN] = "certain",     [CAL_FIT_CONSTANT] = "constant",
      [CAL_FIT_SEPARABLE] = "separable", [CAL_FIT_SIZE] = "size"};
  return names[status];
}

static void set_numbers(SEXP out, const struct cal_fit* fit, enum cal_fit_status status) {
  SET_VECTOR_ELT(out, 0, Rf_mkString(status_name(status)));
  double* v_wrong = ffi_new_doubles(out, 5, 2);
  v_wrong[0] = fit->wrong[CAL_H1];
  v_wrong[1] = fit->wrong[CAL_H2];
  SET_VECTOR_ELT(out, 6, Rf_ScalarReal(fit->cost));
  SET_VECTOR_ELT(out, 7, Rf_ScalarReal(fit->minimum));
  SET_VECTOR_ELT(out, 8, Rf_ScalarInteger(fit->n_steps));
  SET_VECTOR_ELT(out, 9, Rf_ScalarReal((double)fit->n_clash));
  SET_VECTOR_ELT(out, 10, Rf_ScalarReal((double)fit->first + 1));
}

static SEXP run(struct cal_host* host, const void* input) {
  const struct job* job = input;
  const ptrdiff_t d = job->task.d, p = d + 1;
  const char* names[] = {"status",      "coefficients", "vcov",      "vcov_hessian",
                         "correlation", "misleading",   "objective", "minimum",
                         "iterations",  "n_clash",      "first",     ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  struct cal_fit fit = {.coefficients = ffi_new_doubles(out, 1, p),
                        .vcov = ffi_new_doubles(out, 2, p * p),
                        .vcov_hessian = ffi_new_doubles(out, 3, p * p)};
  if (job->wants_correlation) fit.correlation = ffi_new_doubles(out, 4, d * d);
  const enum cal_fit_status status = cal_logistic_fit(host, &job->task, &fit);
  set_numbers(out, &fit, status);
  UNPROTECT(1);
  return out;
}

// `problem` names what `struct cal_fit_task` has; x is a matrix with a column per input, or a
// vector. NULL stands for NULL there. `correlation`: whether that of the inputs is wanted.
SEXP ffi_logistic(SEXP problem) {
  struct job job = {.wants_correlation = ffi_field_flag(problem, "correlation")};
  struct cal_fit_task* task = &job.task;
  read_rows(problem, task);
  read_points(ffi_field(problem, "points"), &job);
  task->ln_per_unit = ffi_field_number(problem, "ln_per_unit");
  task->is_lr = ffi_field_flag(problem, "is_lr");
  task->by_points = ffi_field_flag(problem, "by_points");
  task->range = ffi_field_doubles_or_null(problem, "range", 2 * task->d);
  read_totals(problem, &job);
  task->prior = ffi_field_number(problem, "prior");
  task->lambda = ffi_field_number(problem, "lambda");
  return ffi_with_host(run, &job, (int)ffi_field_number(problem, "threads"));
}

// A column with the smallest and the largest value for each column of `x`, which has rows; NaN
// where a value is missing.
SEXP ffi_column_ranges(SEXP x) {
  const double* v_x = ffi_doubles(x, "x");
  const ptrdiff_t n = Rf_nrows(x);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 2, Rf_ncols(x)));
  double* v_out = REAL(out);
  for (ptrdiff_t k = 0; k < Rf_ncols(x); ++k) {
    if (cal_range(v_x + k * n, n, v_out + 2 * k, v_out + 2 * k + 1)) continue;
    v_out[2 * k] = v_out[2 * k + 1] = R_NaN;
  }
  UNPROTECT(1);
  return out;
}
