#include "kernels/classes/class-fit.h"

#include <string.h>

#include "kernels/base/plan.h"
#include "kernels/classes/class-climb.h"
#include "kernels/classes/class-search.h"
#include "kernels/classes/class-thin.h"

void cal_class_criterion(struct cal_host* host, const struct cal_class_problem* problem,
                         const double* params, struct cal_derivatives* sums) {
  struct cal_class_search search = cal_class_search_new(host, problem);
  cal_class_evaluate(&search, params);
  *sums = search.sums;
}

static ptrdiff_t n_params_of(const struct cal_class_problem* problem) {
  return cal_class_model_n_params(&problem->model);
}

static void clear_params(const struct cal_class_problem* problem, double* params) {
  memset(params, 0, (size_t)n_params_of(problem) * sizeof(double));
}

// The minimum of a sample of trials, which is near that of all trials.
static void approach_by_few(struct cal_host* host, const struct cal_class_problem* problem,
                            double largest_feature, double* params) {
  if (problem->model.n < CAL_PLAN_CLASS_FIT_THINNED) return;
  const ptrdiff_t n = n_params_of(problem);
  struct cal_class_problem few = *problem;
  few.model = cal_class_thin(host, &problem->model);
  struct cal_class_search search = cal_class_search_new(host, &few);
  search.largest_feature = largest_feature;
  struct cal_class_solution found = {.params = cal_scratch_doubles(host, n)};
  const size_t size = (size_t)n * sizeof(double);
  memcpy(found.params, params, size);
  cal_class_minimise(&search, &found);
  if (found.converged && !found.diverged) memcpy(params, found.params, size);
}

// The best map with scale 0. If the criterion rises from there, this map is the best of all, since
// the criterion is convex. Returns whether the criterion rises.
static bool fit_at_bound(struct cal_host* host, const struct cal_class_problem* problem,
                         struct cal_class_solution* solution) {
  const ptrdiff_t n = n_params_of(problem);
  int* fixed = cal_scratch(host, n, sizeof(int));
  for (ptrdiff_t j = 0; j < n; ++j) fixed[j] = j == 0 || (problem->fixed && problem->fixed[j]);
  struct cal_class_problem still = *problem;
  still.fixed = fixed;
  struct cal_class_search search = cal_class_search_new(host, &still);
  clear_params(problem, solution->params);
  cal_class_minimise(&search, solution);
  cal_class_evaluate(&search, solution->params);
  return search.sums.gradient[0] >= 0;
}

// The parameters of an affine map of recogniser m with scale 1.
static void embed_slope(const struct cal_class_model* model, int m, double* params) {
  const int n_classes = model->n_classes;
  memset(params, 0, (size_t)cal_class_model_n_params(model) * sizeof(double));
  if (model->family == CAL_SHARED) params[m] = 1;
  for (int k = 0; k < n_classes && model->family == CAL_VECTOR; ++k) params[k] = 1;
  for (int k = 0; k < n_classes - 1 && model->family == CAL_MATRIX; ++k) {
    for (int j = 0; j < n_classes - 1; ++j) params[k * n_classes + j] = 1 + (k == j);
  }
}

static double* offset_of(const struct cal_class_model* model, int k, double* params) {
  const int n_classes = model->n_classes;
  if (model->family == CAL_MATRIX) return params + k * n_classes + n_classes - 1;
  return params + (model->family == CAL_SHARED ? model->n_recognisers : n_classes) + k;
}

// Penalty of the whole problem along the slope: K * K numbers, and K for the target.
static void embed_penalty(const struct cal_class_problem* problem, const double* slope,
                          double* scratch) {
  const ptrdiff_t n = cal_class_model_n_params(&problem->model), k = problem->model.n_classes;
  double pull = 0;
  memset(scratch, 0, (size_t)(k * k + k) * sizeof(double));
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < n; ++j) {
      scratch[0] += slope[i] * problem->penalty[i * n + j] * slope[j];
      pull += slope[i] * problem->penalty[i * n + j] * problem->target[j];
    }
  }
  scratch[k * k] = scratch[0] > 0 ? pull / scratch[0] : 0;
}

// The affine map of one recogniser by itself. `scratch` holds K * K + K numbers.
static struct cal_class_problem affine_part(const struct cal_class_problem* problem, int m,
                                            const double* slope, double* scratch) {
  struct cal_class_problem part = *problem;
  const ptrdiff_t k = problem->model.n_classes;
  part.model.family = CAL_SHARED;
  part.model.n_recognisers = 1;
  part.model.log_lik += m;
  part.model.scale += m;
  part.bounded = true;
  part.fixed = NULL;
  if (problem->penalty == NULL) return part;
  embed_penalty(problem, slope, scratch);
  part.penalty = scratch;
  part.target = scratch + k * k;
  return part;
}

void cal_class_start_by_parts(struct cal_host* host, const struct cal_class_problem* problem,
                              double* params) {
  const struct cal_class_model* model = &problem->model;
  const ptrdiff_t n = cal_class_model_n_params(model), k = model->n_classes;
  double *slope = cal_scratch_doubles(host, n), *scratch = cal_scratch_doubles(host, k * k + k);
  struct cal_class_solution found = {.params = cal_scratch_doubles(host, k)};
  memset(params, 0, (size_t)n * sizeof(double));
  for (int m = 0; m < model->n_recognisers; ++m) {
    embed_slope(model, m, slope);
    const struct cal_class_problem part = affine_part(problem, m, slope, scratch);
    cal_class_fit(host, &part, &found);
    for (ptrdiff_t j = 0; j < n; ++j)
      params[j] += found.params[0] * slope[j] / model->n_recognisers;
    for (int i = 0; i < k - 1; ++i) {
      *offset_of(model, i, params) += found.params[i + 1] / model->n_recognisers;
    }
  }
  for (ptrdiff_t j = 0; j < n && problem->fixed; ++j) {
    if (problem->fixed[j]) params[j] = 0;
  }
}

// Moves to the start of the unconstrained search. Returns whether the search is known to end.
static bool find_start(struct cal_host* host, const struct cal_class_problem* problem, bool far,
                       double largest_feature, double* params) {
  if (far && problem->bounded) return cal_class_climb(host, problem, params);
  clear_params(problem, params);
  if (far) cal_class_start_by_parts(host, problem, params);
  approach_by_few(host, problem, largest_feature, params);
  return false;
}

// If log-likelihoods are far apart, a search would approach the bound in many steps, so the bound
// is tried first.
void cal_class_fit(struct cal_host* host, const struct cal_class_problem* problem,
                   struct cal_class_solution* solution) {
  const double largest_feature = cal_class_largest_feature(&problem->model);
  const bool far = cal_class_is_far_apart(largest_feature);
  solution->enclosed = false;
  solution->blurred = far && problem->model.family != CAL_SHARED;
  solution->at_bound = problem->bounded && far && fit_at_bound(host, problem, solution);
  if (solution->at_bound) return;
  solution->enclosed = find_start(host, problem, far, largest_feature, solution->params);
  struct cal_class_search search = cal_class_search_new(host, problem);
  search.largest_feature = largest_feature;
  cal_class_minimise(&search, solution);
  if (!problem->bounded || solution->params[0] > 0) return;
  solution->at_bound = true;
  fit_at_bound(host, problem, solution);
}
