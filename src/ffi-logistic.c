#include "ffi-logistic.h"

#include <string.h>

#include "ffi.h"
#include "kernels/base/range.h"

double* ffi_zeros(ptrdiff_t n) {
  return memset(ffi_scratch_doubles(n), 0, (size_t)n * sizeof(double));
}

struct cal_newton ffi_newton(ptrdiff_t n) {
  return (struct cal_newton){.n = n,
                             .at = ffi_zeros(n),
                             .step = ffi_scratch_doubles(n),
                             .factor = ffi_scratch_doubles(n * n)};
}

struct cal_logistic_sums ffi_logistic_sums(ptrdiff_t d) {
  return (struct cal_logistic_sums){.gradient = ffi_scratch_doubles(d + 1),
                                    .hessian = ffi_scratch_doubles((d + 1) * (d + 1)),
                                    .scratch = ffi_scratch_doubles(cal_logistic_scratch(d))};
}

static const double* doubles_or_null(SEXP x, const char* name) {
  return x == R_NilValue ? NULL : ffi_doubles(x, name);
}

// `frames` has a row for each member of `struct cal_frame` and a column per input.
static struct cal_frame* read_frames(SEXP frames, ptrdiff_t d) {
  const double* v_frames = ffi_doubles(frames, "frames");
  struct cal_frame* frame = (struct cal_frame*)R_alloc((size_t)d, sizeof *frame);
  for (ptrdiff_t k = 0; k < d; ++k) {
    const double* v = v_frames + 4 * k;
    frame[k] = (struct cal_frame){v[0], v[1], v[2], v[3]};
  }
  return frame;
}

// `trials`: n_h1 and n_h2 of each row, or NULL and NULL; then truth and weight, which may be NULL.
static struct cal_logistic read_problem(SEXP x, SEXP frames, SEXP trials) {
  struct cal_logistic problem = {.x = ffi_doubles(x, "x"),
                                 .n = Rf_nrows(x),
                                 .d = Rf_ncols(x),
                                 .n_h1 = doubles_or_null(VECTOR_ELT(trials, 0), "n_h1"),
                                 .n_h2 = doubles_or_null(VECTOR_ELT(trials, 1), "n_h2"),
                                 .weight = doubles_or_null(VECTOR_ELT(trials, 3), "weight")};
  problem.frame = read_frames(frames, problem.d);
  SEXP truth = VECTOR_ELT(trials, 2);
  if (truth != R_NilValue) problem.truth = LOGICAL_RO(truth);
  return problem;
}

// `x` has a row per row of the problem and a column per input; `frames`, `trials` and `each` see
// above. The minimum with what standard errors need, or NULL where there is none.
SEXP ffi_logistic(SEXP x, SEXP frames, SEXP trials, SEXP each, SEXP share, SEXP log_odds,
                  SEXP are_nodes) {
  struct cal_logistic problem = read_problem(x, frames, trials);
  memcpy(problem.each_h1, ffi_doubles(each, "each"), sizeof problem.each_h1);
  memcpy(problem.each_h2, ffi_doubles(each, "each") + 2, sizeof problem.each_h2);
  problem.log_odds = ffi_doubles(log_odds, "log_odds")[0];
  problem.has_negative = Rf_asLogical(are_nodes);
  const ptrdiff_t p = problem.d + 1;

  const char* names[] = {"theta", "hessian",   "cost",       "slope",
                         "outer", "objective", "iterations", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  struct cal_newton newton = ffi_newton(p);
  newton.at = ffi_new_doubles(out, 0, p);
  memset(newton.at, 0, (size_t)p * sizeof(double));
  struct cal_logistic_sums sums = ffi_logistic_sums(problem.d);
  sums.hessian = ffi_new_doubles(out, 1, p * p);
  double* v_cost = ffi_new_doubles(out, 2, 2);
  double* v_slope = ffi_new_doubles(out, 3, 2 * p);
  struct cal_logistic_scatter scatter = {
      .slope = {v_slope, v_slope + p}, .outer = ffi_new_doubles(out, 4, p * p), .sums = &sums};
  memcpy(scatter.share, ffi_doubles(share, "share"), sizeof scatter.share);
  if (!ffi_logistic_search(&problem, &newton, &scatter)) {
    UNPROTECT(1);
    return R_NilValue;
  }
  for (int c = 0; c < 2; ++c) v_cost[c] = cal_sum_value(scatter.cost[c]);
  SET_VECTOR_ELT(out, 5, Rf_ScalarReal(newton.value));
  SET_VECTOR_ELT(out, 6, Rf_ScalarInteger(newton.n_steps));

  UNPROTECT(1);
  return out;
}

// Sums of products of the inputs and of 1, in the frames, over trials that weigh share[0] under H1
// and share[1] under H2.
SEXP ffi_products(SEXP x, SEXP frames, SEXP trials, SEXP share) {
  struct cal_logistic problem = read_problem(x, frames, trials);
  const ptrdiff_t p = problem.d + 1;
  problem.each_h1[0] = ffi_doubles(share, "share")[0];
  problem.each_h2[1] = ffi_doubles(share, "share")[1];
  const double* zero = ffi_zeros(p);
  struct cal_logistic_sums sums = ffi_logistic_sums(problem.d);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)p, (int)p));
  sums.hessian = REAL(out);
  cal_logistic_clear(&problem, &sums);
  for (R_xlen_t first = 0; first < problem.n; first = ffi_piece_end(first, problem.n)) {
    R_CheckUserInterrupt();
    cal_logistic_products_add(&problem, zero, first, ffi_piece_end(first, problem.n), &sums);
  }
  cal_logistic_finish(&problem, &sums);

  UNPROTECT(1);
  return out;
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
