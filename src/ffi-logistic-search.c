#include <math.h>
#include <string.h>

#include "ffi-logistic.h"
#include "ffi.h"
#include "kernels/base/range.h"

enum { MAX_EVALUATIONS = 200, MAX_PASSES = 6, MAX_STEP = 64 };

static void evaluate(const struct cal_logistic* problem, const double* theta,
                     struct cal_logistic_sums* sums) {
  cal_logistic_clear(problem, sums);
  for (R_xlen_t first = 0; first < problem->n; first = ffi_piece_end(first, problem->n)) {
    R_CheckUserInterrupt();
    cal_logistic_add(problem, theta, first, ffi_piece_end(first, problem->n), sums);
  }
  cal_logistic_finish(problem, sums);
}

static void find_scatter(const struct cal_logistic* problem, const double* theta,
                         struct cal_logistic_scatter* scatter) {
  cal_logistic_scatter_clear(problem, scatter);
  for (R_xlen_t first = 0; first < problem->n; first = ffi_piece_end(first, problem->n)) {
    R_CheckUserInterrupt();
    cal_logistic_scatter_add(problem, theta, first, ffi_piece_end(first, problem->n), scatter);
  }
  cal_logistic_scatter_finish(problem, scatter);
}

// Whether there is a minimum. A start where the objective is above `ceiling` will not do. The tilt
// may be NULL.
static bool minimise(const struct cal_logistic* problem, const struct cal_logistic_tilt* tilt,
                     struct cal_newton* newton, struct cal_logistic_sums* sums, double ceiling) {
  enum cal_newton_status status = CAL_NEWTON_EVALUATE;
  cal_newton_start(newton);
  for (int i = 0; status == CAL_NEWTON_EVALUATE && i < MAX_EVALUATIONS; ++i) {
    evaluate(problem, newton->at, sums);
    if (tilt != NULL) cal_logistic_tilt(tilt, newton->at, sums);
    const double value = cal_sum_value(sums->value);
    if (sums->margin > 0) return false;
    if (i == 0 && !(value <= ceiling)) return false;
    status = cal_newton_next(newton, value, sums->gradient, sums->hessian);
  }
  return status == CAL_NEWTON_CONVERGED && !cal_newton_diverged(newton);
}

static double sum_weight(const struct cal_logistic* problem, int class) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    if (problem->truth[i] == class) sum += problem->weight[i];
  }
  return sum;
}

// A share of the trials of each class, in the same number for every class where there are many,
// that finds the neighbourhood of the minimum at a fraction of the cost.
static struct cal_logistic thin(const struct cal_logistic* problem) {
  const double enough = 6000 + 200 * (double)problem->d;
  const ptrdiff_t n_h1 = cal_count_true(problem->truth, problem->n);
  const ptrdiff_t n[2] = {problem->n - n_h1, n_h1};
  ptrdiff_t step[2], kept[2];
  for (int c = 0; c < 2; ++c) {
    step[c] = (ptrdiff_t)fmax(1, fmin(MAX_STEP, (double)n[c] / enough));
    kept[c] = (n[c] + step[c] - 1) / step[c];
  }

  struct cal_logistic few = *problem;
  few.n = kept[0] + kept[1];
  double* x = ffi_scratch_doubles(few.n * few.d);
  int* truth = (int*)R_alloc((size_t)few.n, sizeof(int));
  double* weight = problem->weight == NULL ? NULL : ffi_scratch_doubles(few.n);
  cal_logistic_thin(problem, step, few.n, x, truth, weight);
  few.x = x;
  few.truth = truth;
  few.weight = weight;
  for (int c = 0; c < 2; ++c) {
    const double share = weight == NULL ? (double)n[c] / (double)kept[c]
                                        : sum_weight(problem, c) / sum_weight(&few, c);
    few.each_h1[1 - c] *= share;
    few.each_h2[1 - c] *= share;
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

// Makes the sample's objective, tilted, that of all trials near newton->at.
static void fit_tilt(const struct cal_logistic* problem, const struct cal_logistic* few,
                     const struct cal_newton* newton, struct cal_logistic_sums* sums,
                     struct cal_logistic_tilt* tilt) {
  const ptrdiff_t p = tilt->p;
  memcpy(tilt->at, newton->at, (size_t)p * sizeof(double));
  sums->derivatives_only = true;
  evaluate(problem, tilt->at, sums);
  memcpy(tilt->gradient, sums->gradient, (size_t)p * sizeof(double));
  memcpy(tilt->hessian, sums->hessian, (size_t)(p * p) * sizeof(double));
  evaluate(few, tilt->at, sums);
  sums->derivatives_only = false;
  for (ptrdiff_t k = 0; k < p; ++k) tilt->gradient[k] -= sums->gradient[k];
  for (ptrdiff_t k = 0; k < p * p; ++k) tilt->hessian[k] -= sums->hessian[k];
}

// Newton's method on all trials, the scatter at hand: until that belongs to the minimum in all
// digits that rounding leaves it.
static bool settle(const struct cal_logistic* problem, struct cal_newton* newton,
                   struct cal_logistic_scatter* scatter) {
  const struct cal_logistic_sums* sums = scatter->sums;
  cal_newton_start(newton);
  for (int i = 0; i < MAX_PASSES; ++i) {
    find_scatter(problem, newton->at, scatter);
    const double value = cal_sum_value(sums->value);
    if (sums->margin > 0) return false;
    const enum cal_newton_status status =
        cal_newton_next(newton, value, sums->gradient, sums->hessian);
    if (status == CAL_NEWTON_STALLED || cal_newton_diverged(newton)) return false;
    if (status == CAL_NEWTON_CONVERGED && -newton->slope <= 1e-20 * value) return true;
  }
  return false;
}

// Of many trials a sample shows the way: from its own minimum, two passes over all of them leave an
// error of the order of 1e-11, and the last removes it.
static bool search_by_sample(const struct cal_logistic* bounded, struct cal_newton* newton,
                             struct cal_logistic_scatter* scatter) {
  const struct cal_logistic problem = unbounded(bounded);
  const ptrdiff_t p = problem.d + 1;
  struct cal_logistic few = thin(bounded);
  if (!minimise(&few, NULL, newton, scatter->sums, HUGE_VAL)) return false;
  few.frame = problem.frame;
  struct cal_logistic_tilt tilt = {.p = p,
                                   .at = ffi_scratch_doubles(p),
                                   .gradient = ffi_scratch_doubles(p),
                                   .hessian = ffi_scratch_doubles(p * p)};
  for (int i = 0; i < 2; ++i) {
    fit_tilt(&problem, &few, newton, scatter->sums, &tilt);
    if (!minimise(&few, &tilt, newton, scatter->sums, HUGE_VAL)) return false;
  }
  const bool found = settle(&problem, newton, scatter);
  newton->n_steps += 2;
  return found;
}

// From zero, trials far out would hold Newton's method up, so they are first taken nearer. From
// zero after all, if that does not help.
static bool search_all(const struct cal_logistic* bounded, struct cal_newton* newton,
                       struct cal_logistic_sums* sums) {
  const struct cal_logistic problem = unbounded(bounded);
  if (is_bounded(bounded)) {
    if (minimise(bounded, NULL, newton, sums, HUGE_VAL) &&
        minimise(&problem, NULL, newton, sums, cal_logistic_at_zero(&problem))) {
      return true;
    }
    memset(newton->at, 0, (size_t)newton->n * sizeof(double));
  }
  return minimise(&problem, NULL, newton, sums, HUGE_VAL);
}

bool ffi_logistic_search(const struct cal_logistic* problem, struct cal_newton* newton,
                         struct cal_logistic_scatter* scatter) {
  if (problem->truth != NULL && problem->n > 32768) {
    if (search_by_sample(problem, newton, scatter)) return true;
    memset(newton->at, 0, (size_t)newton->n * sizeof(double));
  }
  if (!search_all(problem, newton, scatter->sums)) return false;
  const struct cal_logistic free = unbounded(problem);
  find_scatter(&free, newton->at, scatter);
  return true;
}
