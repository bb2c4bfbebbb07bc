#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/count/range.h"
#include "kernels/fit/four-parameter.h"
#include "kernels/logistic/logistic-fit.h"
#include "kernels/logistic/logistic-form.h"

// Rows are single trials if there is `truth`, and counts otherwise.
static void read_rows(SEXP problem, struct cal_fit_task* task) {
  SEXP x = ffi_field(problem, "x"), truth = ffi_field(problem, "truth");
  task->x = ffi_doubles(x, "x");
  task->d = Rf_isMatrix(x) ? Rf_ncols(x) : 1;
  task->n = Rf_isMatrix(x) ? Rf_nrows(x) : Rf_xlength(x);
  task->weight = ffi_field_doubles_or_null(problem, "weight", task->n);
  if (truth != R_NilValue) {
    task->truth = ffi_n_logicals(truth, task->n, "truth");
  } else {
    FFI_READ(doubles, task->n, task, problem, n_h1, n_h2);
  }
}

static void fit_task(struct cal_host* host, SEXP out, const struct cal_fit_task* task,
                     bool correlation) {
  const ptrdiff_t d = task->d, p = d + 1;
  struct cal_fit fit = {0};
  FFI_NEW(p, out, &fit, coefficients);
  FFI_NEW(p * p, out, &fit, vcov, vcov_sandwich, vcov_hessian);
  if (correlation) FFI_NEW(d * d, out, &fit, correlation);
  const enum cal_fit_status status = cal_logistic_fit(host, task, &fit);
  ffi_set(out, "status", Rf_mkString(cal_fit_status_name[status]));
  ffi_set_pair(out, "misleading", fit.wrong[CAL_H1], fit.wrong[CAL_H2]);
  ffi_set_number(out, "objective", fit.cost);
  FFI_SET(number, out, &fit, minimum, n_clash);
  ffi_set_integer(out, "iterations", fit.n_steps);
  ffi_set_number(out, "first", (double)fit.first + 1);
}

// `problem` has the names of `struct cal_fit_task`; x is a matrix with a column per input, or a
// vector. NULL stands for NULL there. `correlation` asks for the correlations of the inputs.
FFI_ENTRY_1(ffi_logistic, problem) {
  ffi_lend_threads(host, (int)ffi_field_number(problem, "threads"));
  struct cal_fit_task task = {0};
  FFI_READ_ONE(number, &task, problem, ln_per_unit, prior, lambda);
  FFI_READ_ONE(flag, &task, problem, is_lr, by_points);
  read_rows(problem, &task);
  FFI_READ(doubles_or_null, 2 * task.d, &task, problem, range);
  struct cal_points points;
  if (ffi_field(problem, "points") != R_NilValue) {
    points = ffi_points(ffi_field(problem, "points"));
    task.points = &points;
  }
  // R passes the total of H1 first.
  const double* given = ffi_field_doubles_or_null(problem, "totals", 2);
  const double totals[] = {[CAL_H1] = given ? given[0] : 0, [CAL_H2] = given ? given[1] : 0};
  if (given) task.totals = totals;
  fit_task(host, out, &task, ffi_field_flag(problem, "correlation"));
}

// The p-value of a line through finite LLRs that ascend.
FFI_ENTRY_1(ffi_form_test, counts) {
  const struct cal_counted all = ffi_counted(counts);
  ffi_return_number(out, cal_form_test(host, all.value, all.n_h1, all.n_h2, all.n));
}

// Fits the curve, or finds limits of the ln LR at each value of `at`, the lower ones first.
FFI_ENTRY_4(ffi_four_parameter, counts, prior, loss, at) {
  const struct cal_counted all = ffi_counted(counts);
  const R_xlen_t n = Rf_xlength(at);
  struct cal_four four = {0};
  double* limits = ffi_set_matrix(out, "limits", n, 2);
  cal_four_limits(host, &all, ffi_number(loss, "loss"), ffi_doubles(at, "at"), n, limits,
                  limits + n);
  if (n > 0) return;
  ffi_set_integer(out, "status", (int)cal_four_fit(host, &all, ffi_number(prior, "prior"), &four));
  FFI_SET(number, out, &four, slope, offset, floor, ceiling, n_free);
}

// A column with the smallest and the largest value for each column of `x`, which has rows; NaN
// where a value is missing.
FFI_ENTRY_1(ffi_column_ranges, x) {
  const double* v_x = ffi_doubles(x, "x");
  const ptrdiff_t n = Rf_nrows(x);
  double* v_out = ffi_return_matrix(out, 2, Rf_ncols(x));
  for (ptrdiff_t k = 0; k < Rf_ncols(x); ++k) {
    if (cal_range(v_x + k * n, n, v_out + 2 * k, v_out + 2 * k + 1)) continue;
    v_out[2 * k] = v_out[2 * k + 1] = R_NaN;
  }
}
