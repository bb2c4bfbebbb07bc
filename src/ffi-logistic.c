#include "ffi-logistic.h"

#include <string.h>

#include "ffi.h"
#include "kernels/scan.h"

enum { MAX_EVALUATIONS = 200 };

static double* new_doubles(ptrdiff_t n) { return (double*)R_alloc((size_t)n, sizeof(double)); }

static double* new_zeros(ptrdiff_t n) {
  return memset(new_doubles(n), 0, (size_t)n * sizeof(double));
}

struct cal_newton ffi_newton(ptrdiff_t n) {
  return (struct cal_newton){
      .n = n, .at = new_zeros(n), .step = new_doubles(n), .factor = new_doubles(n * n)};
}

struct cal_logistic_sums ffi_logistic_sums(ptrdiff_t d) {
  return (struct cal_logistic_sums){.gradient = new_doubles(d + 1),
                                    .hessian = new_doubles((d + 1) * (d + 1)),
                                    .scratch = new_doubles(cal_logistic_scratch(d))};
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

static void evaluate(const struct cal_logistic* problem, const double* theta,
                     struct cal_logistic_sums* sums) {
  cal_logistic_clear(problem, sums);
  for (R_xlen_t first = 0; first < problem->n; first = ffi_piece_end(first, problem->n)) {
    R_CheckUserInterrupt();
    cal_logistic_add(problem, theta, first, ffi_piece_end(first, problem->n), sums);
  }
  cal_logistic_finish(problem, sums);
}

static const char* failure(const struct cal_newton* newton, enum cal_newton_status status) {
  if (status == CAL_NEWTON_EVALUATE || status == CAL_NEWTON_STALLED) return "stopped";
  return cal_newton_diverged(newton) ? "singular" : NULL;
}

// Returns what went wrong, or NULL. A start where the objective is above `ceiling` is wrong, too.
static const char* minimise(const struct cal_logistic* problem, struct cal_newton* newton,
                            struct cal_logistic_sums* sums, double ceiling) {
  enum cal_newton_status status = CAL_NEWTON_EVALUATE;
  cal_newton_start(newton);
  for (int i = 0; status == CAL_NEWTON_EVALUATE && i < MAX_EVALUATIONS; ++i) {
    evaluate(problem, newton->at, sums);
    const double value = cal_sum_value(sums->value);
    if (sums->margin > 0) return "separated";
    if (i == 0 && !(value <= ceiling)) return "worse than zero";
    status = cal_newton_next(newton, value, sums->gradient, sums->hessian);
  }
  return failure(newton, status);
}

// A share of the trials of each class, in the same number for every class where there are many,
// that finds the neighbourhood of the minimum at a fraction of the cost.
static struct cal_logistic thin(const struct cal_logistic* problem) {
  const double enough = 4000 + 200 * (double)problem->d;
  double n[2] = {0, 0}, weight[2] = {0, 0}, kept[2] = {0, 0};
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    n[problem->truth[i]] += 1;
    weight[problem->truth[i]] += problem->weight == NULL ? 1 : problem->weight[i];
  }
  int step[2];
  for (int c = 0; c < 2; ++c) step[c] = (int)fmax(1, fmin(32, n[c] / enough));

  struct cal_logistic few = *problem;
  few.n = cal_logistic_thin(problem, step, 0, NULL, NULL, NULL);
  double* x = new_doubles(few.n * few.d);
  int* truth = (int*)R_alloc((size_t)few.n, sizeof(int));
  double* v_weight = problem->weight == NULL ? NULL : new_doubles(few.n);
  cal_logistic_thin(problem, step, few.n, x, truth, v_weight);
  few.x = x;
  few.truth = truth;
  few.weight = v_weight;
  for (ptrdiff_t i = 0; i < few.n; ++i) kept[truth[i]] += v_weight == NULL ? 1 : v_weight[i];
  for (int t = 0; t < 2; ++t) {
    few.each_h1[1 - t] *= weight[t] / kept[t];
    few.each_h2[1 - t] *= weight[t] / kept[t];
  }
  return few;
}

static bool is_bounded(const struct cal_logistic* problem) {
  for (ptrdiff_t k = 0; k < problem->d; ++k) {
    if (problem->frame[k].far < HUGE_VAL) return true;
  }
  return false;
}

// The same without bounds on the inputs.
static struct cal_logistic unbounded(const struct cal_logistic* problem) {
  struct cal_logistic free = *problem;
  struct cal_frame* frame = (struct cal_frame*)R_alloc((size_t)free.d, sizeof *frame);
  memcpy(frame, problem->frame, (size_t)free.d * sizeof *frame);
  for (ptrdiff_t k = 0; k < free.d; ++k) frame[k].far = HUGE_VAL;
  free.frame = frame;
  return free;
}

// From zero, trials far out would hold Newton's method up, so they are first taken nearer; and
// some of many trials show the way. From zero after all, if that does not help.
static const char* search(const struct cal_logistic* bounded, struct cal_newton* newton,
                          struct cal_logistic_sums* sums) {
  const struct cal_logistic problem = unbounded(bounded);
  const bool is_large = problem.truth != NULL && problem.n > 32768;
  if (is_large || is_bounded(bounded)) {
    const struct cal_logistic easier = is_large ? thin(bounded) : *bounded;
    if (minimise(&easier, newton, sums, HUGE_VAL) == NULL &&
        minimise(&problem, newton, sums, cal_logistic_at_zero(&problem)) == NULL) {
      return NULL;
    }
    memset(newton->at, 0, (size_t)newton->n * sizeof(double));
  }
  return minimise(&problem, newton, sums, HUGE_VAL);
}

// `slope` has room for the parameters twice, `outer` and `hessian` to the square.
static struct cal_logistic_scatter find_scatter(const struct cal_logistic* problem,
                                                const double* theta, const double share[2],
                                                double* slope, double* outer, double* hessian) {
  const ptrdiff_t p = problem->d + 1;
  struct cal_logistic_scatter scatter = {.share = {share[0], share[1]},
                                         .slope = {slope, slope + p},
                                         .outer = outer,
                                         .hessian = hessian,
                                         .scratch = new_doubles(cal_logistic_scratch(p - 1))};
  memset(slope, 0, (size_t)(2 * p) * sizeof(double));
  memset(outer, 0, (size_t)(p * p) * sizeof(double));
  memset(hessian, 0, (size_t)(p * p) * sizeof(double));
  for (R_xlen_t first = 0; first < problem->n; first = ffi_piece_end(first, problem->n)) {
    R_CheckUserInterrupt();
    cal_logistic_scatter_add(problem, theta, first, ffi_piece_end(first, problem->n), &scatter);
  }
  cal_logistic_scatter_finish(problem, &scatter);
  return scatter;
}

// `x` has a row per row of the problem and a column per input; `frames`, `trials` and `each` see
// above. The minimum with what standard errors need, or NULL where there is none.
SEXP ffi_logistic(SEXP x, SEXP frames, SEXP trials, SEXP each, SEXP share, SEXP log_odds,
                  SEXP are_nodes) {
  struct cal_logistic bounded = read_problem(x, frames, trials);
  memcpy(bounded.each_h1, ffi_doubles(each, "each"), sizeof bounded.each_h1);
  memcpy(bounded.each_h2, ffi_doubles(each, "each") + 2, sizeof bounded.each_h2);
  bounded.log_odds = ffi_doubles(log_odds, "log_odds")[0];
  bounded.has_negative = Rf_asLogical(are_nodes);
  const struct cal_logistic problem = unbounded(&bounded);
  const ptrdiff_t p = problem.d + 1;

  const char* names[] = {"theta", "hessian",   "cost",       "slope",
                         "outer", "objective", "iterations", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  struct cal_newton newton = ffi_newton(p);
  newton.at = ffi_new_doubles(out, 0, p);
  memset(newton.at, 0, (size_t)p * sizeof(double));
  struct cal_logistic_sums sums = ffi_logistic_sums(problem.d);
  if (search(&bounded, &newton, &sums) != NULL) {
    UNPROTECT(1);
    return R_NilValue;
  }
  double *v_hessian = ffi_new_doubles(out, 1, p * p), *v_slope = ffi_new_doubles(out, 3, 2 * p);
  double* v_outer = ffi_new_doubles(out, 4, p * p);
  const struct cal_logistic_scatter scatter =
      find_scatter(&problem, newton.at, ffi_doubles(share, "share"), v_slope, v_outer, v_hessian);
  double* v_cost = ffi_new_doubles(out, 2, 2);
  for (int c = 0; c < 2; ++c) v_cost[c] = cal_sum_value(scatter.cost[c]);
  SET_VECTOR_ELT(out, 5, Rf_ScalarReal(newton.value));
  SET_VECTOR_ELT(out, 6, Rf_ScalarInteger(newton.n_steps));

  UNPROTECT(1);
  return out;
}

// Sums of products of the inputs and of 1, in the frames, over trials that weigh share[0] under H1
// and share[1] under H2: at z = 0 the Hessian is a quarter of it.
SEXP ffi_products(SEXP x, SEXP frames, SEXP trials, SEXP share) {
  struct cal_logistic problem = read_problem(x, frames, trials);
  const ptrdiff_t p = problem.d + 1;
  problem.each_h1[0] = 4 * ffi_doubles(share, "share")[0];
  problem.each_h2[1] = 4 * ffi_doubles(share, "share")[1];
  struct cal_logistic_sums sums = ffi_logistic_sums(problem.d);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)p, (int)p));
  sums.hessian = REAL(out);
  evaluate(&problem, new_zeros(p), &sums);
  UNPROTECT(1);
  return out;
}

// A column with the smallest and the largest value for each column of `x`, which has rows.
SEXP ffi_column_ranges(SEXP x) {
  const double* v_x = ffi_doubles(x, "x");
  const ptrdiff_t n = Rf_nrows(x);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 2, Rf_ncols(x)));
  double* v_out = REAL(out);
  for (ptrdiff_t k = 0; k < Rf_ncols(x); ++k) {
    cal_range(v_x + k * n, n, v_out + 2 * k, v_out + 2 * k + 1);
  }
  UNPROTECT(1);
  return out;
}
