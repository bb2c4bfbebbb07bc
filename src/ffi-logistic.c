#include "ffi-host.h"
#include "kernels/base/range.h"
#include "kernels/fit/logistic-fit.h"

static const double* doubles_or_null(SEXP list, const char* name) {
  SEXP x = ffi_field(list, name);
  return x == R_NilValue ? NULL : ffi_doubles(x, name);
}

static void check_length(SEXP list, const char* name, R_xlen_t n) {
  SEXP x = ffi_field(list, name);
  if (x != R_NilValue && Rf_xlength(x) != n) {
    Rf_error("internal error: `%s` has %.0f elements, not %.0f", name, (double)Rf_xlength(x),
             (double)n);
  }
}

struct job {
  struct cal_fit_task task;
  struct cal_points points;
  double totals[2];
  bool wants_correlation;
};

// In R those of H1 come first.
static void read_totals(SEXP totals, struct job* job) {
  if (totals == R_NilValue) return;
  const double* v_totals = ffi_doubles(totals, "totals");
  job->totals[CAL_H1] = v_totals[0];
  job->totals[CAL_H2] = v_totals[1];
  job->task.totals = job->totals;
}

static void read_points(SEXP points, struct job* job) {
  if (points == R_NilValue) return;
  job->points = (struct cal_points){.llr = ffi_doubles(ffi_field(points, "llr"), "llr"),
                                    .n_h1 = ffi_doubles(ffi_field(points, "n_h1"), "n_h1"),
                                    .n_h2 = ffi_doubles(ffi_field(points, "n_h2"), "n_h2"),
                                    .n = Rf_xlength(ffi_field(points, "llr"))};
  job->task.points = &job->points;
}

// Rows stand for single trials where there is `truth`, for counted ones otherwise.
static void read_rows(SEXP problem, struct cal_fit_task* task) {
  SEXP x = ffi_field(problem, "x"), truth = ffi_field(problem, "truth");
  task->x = ffi_doubles(x, "x");
  task->d = Rf_isMatrix(x) ? Rf_ncols(x) : 1;
  task->n = Rf_isMatrix(x) ? Rf_nrows(x) : Rf_xlength(x);
  const char* names[] = {"truth", "weight", "n_h1", "n_h2"};
  for (int i = 0; i < 4; ++i) check_length(problem, names[i], task->n);
  check_length(problem, "range", 2 * task->d);
  check_length(problem, "totals", 2);
  task->weight = doubles_or_null(problem, "weight");
  if (truth != R_NilValue) {
    if (TYPEOF(truth) != LGLSXP) Rf_error("internal error: `truth` must be logical");
    task->truth = LOGICAL_RO(truth);
  } else {
    task->n_h1 = ffi_doubles(ffi_field(problem, "n_h1"), "n_h1");
    task->n_h2 = ffi_doubles(ffi_field(problem, "n_h2"), "n_h2");
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
  struct job job = {.wants_correlation = Rf_asLogical(ffi_field(problem, "correlation")) == 1};
  struct cal_fit_task* task = &job.task;
  read_rows(problem, task);
  read_points(ffi_field(problem, "points"), &job);
  task->ln_per_unit = ffi_doubles(ffi_field(problem, "ln_per_unit"), "ln_per_unit")[0];
  task->is_lr = Rf_asLogical(ffi_field(problem, "is_lr")) == 1;
  task->range = doubles_or_null(problem, "range");
  read_totals(ffi_field(problem, "totals"), &job);
  task->prior = ffi_doubles(ffi_field(problem, "prior"), "prior")[0];
  task->lambda = ffi_doubles(ffi_field(problem, "lambda"), "lambda")[0];
  return ffi_with_host(run, &job, Rf_asInteger(ffi_field(problem, "threads")));
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
