#include "kernels/logistic/logistic-search.h"

#include <math.h>
#include <string.h>

#include "kernels/base/plan.h"
#include "kernels/count/range.h"

bool cal_logistic_descend(struct cal_host* host, const struct cal_logistic* problem,
                          const struct cal_tilt* tilt, struct cal_newton* newton,
                          struct cal_logistic_sums* sums, double ceiling) {
  const int most = newton->has_minimum ? CAL_PLAN_EVALUATIONS_LINE : CAL_PLAN_EVALUATIONS;
  enum cal_newton_status status = CAL_NEWTON_EVALUATE;
  cal_newton_start(newton);
  for (int i = 0; status == CAL_NEWTON_EVALUATE && i < most; ++i) {
    cal_logistic_evaluate(host, problem, newton->at, sums);
    if (tilt != NULL) cal_tilt_add(tilt, newton->at, sums);
    const double value = cal_sum_value(sums->value);
    if (sums->margin > 0 && !newton->has_minimum) return false;
    if (i == 0 && !(value <= ceiling)) return false;
    status = cal_newton_next(newton, value, sums->gradient, sums->hessian);
  }
  return status == CAL_NEWTON_CONVERGED && !cal_newton_diverged(newton);
}

// A sample of the trials of each hypothesis, of equal numbers if there are many, that finds the
// neighbourhood of the minimum at a fraction of the cost.
static struct cal_logistic thin(struct cal_host* host, const struct cal_logistic* problem) {
  const double enough = CAL_PLAN_SAMPLE_BASE + CAL_PLAN_SAMPLE_PER_INPUT * (double)problem->d;
  const ptrdiff_t n_h1 = cal_count_true(problem->truth, problem->n);
  const ptrdiff_t n[2] = {problem->n - n_h1, n_h1};
  ptrdiff_t step[2];
  for (int c = 0; c < 2; ++c) {
    step[c] = (ptrdiff_t)fmax(1, fmin(CAL_PLAN_LONGEST_STEP, (double)n[c] / enough));
  }
  return cal_sample_thin(host, problem, step);
}

static bool is_bounded(const struct cal_logistic* problem) {
  for (ptrdiff_t k = 0; k < problem->d; ++k) {
    if (problem->frame[k].far < CAL_PLAN_FARTHEST) return true;
  }
  return false;
}

struct cal_logistic cal_logistic_unbounded(struct cal_host* host,
                                           const struct cal_logistic* problem) {
  struct cal_logistic free = *problem;
  struct cal_frame* frame = cal_scratch(host, free.d, sizeof *frame);
  memcpy(frame, problem->frame, (size_t)free.d * sizeof *frame);
  for (ptrdiff_t k = 0; k < free.d; ++k) frame[k].far = CAL_PLAN_FARTHEST;
  free.frame = frame;
  return free;
}

// Tilts the objective of the sample so that it equals that of all trials near newton->at.
static void fit_tilt(struct cal_host* host, const struct cal_logistic* problem,
                     const struct cal_logistic* few, const struct cal_newton* newton,
                     struct cal_logistic_sums* sums, struct cal_tilt* tilt) {
  const ptrdiff_t p = tilt->p;
  memcpy(tilt->at, newton->at, (size_t)p * sizeof(double));
  sums->derivatives_only = true;
  cal_logistic_evaluate(host, problem, tilt->at, sums);
  memcpy(tilt->gradient, sums->gradient, (size_t)p * sizeof(double));
  memcpy(tilt->hessian, sums->hessian, (size_t)(p * p) * sizeof(double));
  cal_logistic_evaluate(host, few, tilt->at, sums);
  sums->derivatives_only = false;
  for (ptrdiff_t k = 0; k < p; ++k) tilt->gradient[k] -= sums->gradient[k];
  for (ptrdiff_t k = 0; k < p * p; ++k) tilt->hessian[k] -= sums->hessian[k];
}

// Newton's method on all trials, with the scatter, until the scatter is that of the minimum to
// rounding.
static bool settle(struct cal_host* host, const struct cal_logistic* problem,
                   struct cal_newton* newton, struct cal_logistic_scatter* scatter) {
  const struct cal_logistic_sums* sums = scatter->sums;
  cal_newton_start(newton);
  for (int i = 0; i < CAL_PLAN_SETTLE_PASSES; ++i) {
    cal_logistic_scatter_find(host, problem, newton->at, scatter);
    const double value = cal_sum_value(sums->value);
    const enum cal_newton_status status =
        cal_newton_next(newton, value, sums->gradient, sums->hessian);
    if (cal_newton_diverged(newton)) return false;
    if (status == CAL_NEWTON_CONVERGED && -newton->slope <= CAL_PLAN_SETTLED * value) return true;
  }
  return false;
}

// Searches from the minimum of a sample of many trials. Two passes over all of them leave an error
// of the order of 1e-11, and the last removes it.
static bool search_by_sample(struct cal_host* host, const struct cal_logistic* bounded,
                             struct cal_newton* newton, struct cal_logistic_scatter* scatter) {
  const struct cal_logistic problem = cal_logistic_unbounded(host, bounded);
  const ptrdiff_t p = problem.d + 1;
  struct cal_logistic few = thin(host, bounded);
  if (!cal_logistic_descend(host, &few, NULL, newton, scatter->sums, HUGE_VAL)) return false;
  few.frame = problem.frame;
  struct cal_tilt tilt = {.p = p,
                          .at = cal_scratch_doubles(host, p),
                          .gradient = cal_scratch_doubles(host, p),
                          .hessian = cal_scratch_doubles(host, p * p)};
  for (int i = 0; i < 2; ++i) {
    fit_tilt(host, &problem, &few, newton, scatter->sums, &tilt);
    if (!cal_logistic_descend(host, &few, &tilt, newton, scatter->sums, HUGE_VAL)) return false;
  }
  const bool found = settle(host, &problem, newton, scatter);
  newton->n_steps += 2;
  return found;
}

static void go_to_zero(struct cal_newton* newton) {
  memset(newton->at, 0, (size_t)newton->n * sizeof(double));
}

// Distant trials would slow Newton's method down at its start, so they are first moved nearer. If
// that does not help, the search starts from zero.
static bool search_all(struct cal_host* host, const struct cal_logistic* bounded,
                       struct cal_newton* newton, struct cal_logistic_sums* sums) {
  const struct cal_logistic problem = cal_logistic_unbounded(host, bounded);
  if (is_bounded(bounded)) {
    if (cal_logistic_descend(host, bounded, NULL, newton, sums, HUGE_VAL) &&
        cal_logistic_descend(host, &problem, NULL, newton, sums, cal_logistic_at_zero(&problem))) {
      return true;
    }
    go_to_zero(newton);
  }
  return cal_logistic_descend(host, &problem, NULL, newton, sums, HUGE_VAL);
}

bool cal_logistic_search(struct cal_host* host, const struct cal_logistic* problem,
                         struct cal_newton* newton, struct cal_logistic_scatter* scatter) {
  go_to_zero(newton);
  if (problem->truth != NULL && problem->n > CAL_PLAN_LEAD_BY_SAMPLE) {
    if (search_by_sample(host, problem, newton, scatter)) return true;
    go_to_zero(newton);
  }
  if (!search_all(host, problem, newton, scatter->sums)) return false;
  const struct cal_logistic free = cal_logistic_unbounded(host, problem);
  cal_logistic_scatter_find(host, &free, newton->at, scatter);
  return true;
}
