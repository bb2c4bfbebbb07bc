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

// The minimum of some trials, the neighbourhood of that of many.
static void approach_by_few(struct cal_host* host, const struct cal_class_problem* problem,
                            double largest_feature, double* params) {
  if (problem->model.n < CAL_PLAN_CLASS_FIT_THINNED) return;
  const ptrdiff_t n = n_params_of(problem);
  struct cal_class_problem few = *problem;
  few.model = cal_class_thin(host, &problem->model);
  struct cal_class_search search = cal_class_search_new(host, &few);
  search.largest_feature = largest_feature;
  struct cal_class_solution found = {.params = cal_room_doubles(host, n)};
  const size_t size = (size_t)n * sizeof(double);
  memcpy(found.params, params, size);
  cal_class_minimise(&search, &found);
  if (found.converged && !found.diverged) memcpy(params, found.params, size);
}

// The best map without the scale, which is the best of all if the criterion rises from there: being
// convex, it then does so all the way. Says whether it does.
static bool fit_at_bound(struct cal_host* host, const struct cal_class_problem* problem,
                         struct cal_class_solution* solution) {
  const ptrdiff_t n = n_params_of(problem);
  int* fixed = cal_room(host, n, sizeof(int));
  for (ptrdiff_t j = 0; j < n; ++j) fixed[j] = j == 0 || (problem->fixed && problem->fixed[j]);
  struct cal_class_problem still = *problem;
  still.fixed = fixed;
  struct cal_class_search search = cal_class_search_new(host, &still);
  clear_params(problem, solution->params);
  cal_class_minimise(&search, solution);
  cal_class_evaluate(&search, solution->params);
  return search.sums.gradient[0] >= 0;
}

// Moves to where the free search should begin. Says whether it is known to end.
static bool find_start(struct cal_host* host, const struct cal_class_problem* problem,
                       double largest_feature, double* params) {
  const bool far = cal_class_is_far_apart(largest_feature);
  if (far && problem->bounded) return cal_class_climb(host, problem, params);
  clear_params(problem, params);
  if (far) cal_class_start_by_parts(host, problem, params);
  approach_by_few(host, problem, largest_feature, params);
  return false;
}

// Where log-likelihoods are far apart, a search that the bound stops would come to it step by step,
// so the bound is tried first.
void cal_class_fit(struct cal_host* host, const struct cal_class_problem* problem,
                   struct cal_class_solution* solution) {
  const double largest_feature = cal_class_largest_feature(&problem->model);
  const bool far = cal_class_is_far_apart(largest_feature);
  solution->enclosed = false;
  solution->blurred = far && problem->model.family != CAL_SHARED;
  solution->at_bound = problem->bounded && far && fit_at_bound(host, problem, solution);
  if (solution->at_bound) return;
  solution->enclosed = find_start(host, problem, largest_feature, solution->params);
  struct cal_class_search search = cal_class_search_new(host, problem);
  search.largest_feature = largest_feature;
  cal_class_minimise(&search, solution);
  if (!problem->bounded || solution->params[0] > 0) return;
  solution->at_bound = true;
  fit_at_bound(host, problem, solution);
}
