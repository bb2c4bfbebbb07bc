#include "kernels/classes/class-climb.h"

#include <math.h>
#include <string.h>

#include "kernels/base/plan.h"
#include "kernels/classes/class-search.h"

double cal_class_largest_feature(const struct cal_class_model* model) {
  double largest = 0;
  for (int m = 0; m < model->n_recognisers; ++m) {
    const struct cal_class_leads leads = cal_class_leads_find(model, m);
    largest = fmax(largest, fmax(leads.right, leads.wrong) * model->scale[m]);
  }
  return largest;
}

bool cal_class_is_far_apart(double largest_feature) { return largest_feature > CAL_PLAN_FAR_APART; }

// The best maps along the climb, with the slope of the criterion there, and its least value so far.
// At a given scale, log-likelihoods that make a trial certain do not matter.
struct climb {
  struct cal_class_search search;
  struct cal_class_solution at;
  double slope, least;
};

static void stand_at(struct climb* climb, double scale) {
  climb->at.params[0] = scale;
  cal_class_minimise(&climb->search, &climb->at);
  cal_class_evaluate(&climb->search, climb->at.params);
  climb->slope = climb->search.sums.gradient[0];
}

// The criterion is convex, so it cannot have risen where it falls: offsets are then so large that
// rounding hides the best map with this scale.
static bool is_hidden(const struct climb* climb) {
  const double value = cal_sum_value(climb->search.sums.value);
  return climb->slope <= 0 && value > climb->least * (1 + CAL_PLAN_CLASS_HIDDEN);
}

static void keep(struct climb* climb, double* params) {
  memcpy(params, climb->at.params, (size_t)climb->search.n_params * sizeof(double));
  climb->least = cal_sum_value(climb->search.sums.value);
}

static double largest_relevant(const struct cal_class_model* model, double scale) {
  double largest = 0;
  for (int k = 0; k < model->n_classes; ++k) {
    const double* w = model->log_lik[0] + k * model->n;
    for (ptrdiff_t t = 0; t < model->n; ++t) {
      const double own = model->log_lik[0][(model->truth[t] - 1) * model->n + t];
      const double x = fmax((w[t] - own) * model->scale[0], -CAL_CLASS_LARGEST_FEATURE);
      if (isfinite(w[t]) && x * scale > -1000) largest = fmax(largest, fabs(x));
    }
  }
  return largest;
}

// Narrows the interval to a factor of 2, by bisection of its logarithm.
static void narrow(struct climb* climb, double low, double high, double* params) {
  const size_t size = (size_t)climb->search.n_params * sizeof(double);
  while (high > 2 * low) {
    const double middle = sqrt(low) * sqrt(high);
    memcpy(climb->at.params, params, size);
    stand_at(climb, middle);
    if (climb->slope > 0 || is_hidden(climb)) {
      high = middle;
    } else {
      low = middle;
      keep(climb, params);
    }
  }
}

static int* hold_scale(struct cal_host* host, const struct cal_class_problem* problem,
                       ptrdiff_t n) {
  int* fixed = cal_scratch(host, n, sizeof(int));
  for (ptrdiff_t j = 0; j < n; ++j) fixed[j] = j == 0 || (problem->fixed && problem->fixed[j]);
  return fixed;
}

bool cal_class_climb(struct cal_host* host, const struct cal_class_problem* problem,
                     double* params) {
  const struct cal_class_model* model = &problem->model;
  const ptrdiff_t n = cal_class_model_n_params(model);
  const size_t size = (size_t)n * sizeof(double);
  struct cal_class_problem still = *problem;
  still.fixed = hold_scale(host, problem, n);
  struct climb climb = {.search = cal_class_search_new(host, &still),
                        .at = {.params = cal_scratch_doubles(host, n)},
                        .least = INFINITY};
  double scale = 0;
  for (;;) {
    const double matters = largest_relevant(model, scale);
    const double next = fmax(8 * scale, 0.125 / matters);
    if (matters == 0 || !isfinite(next)) return false;
    memcpy(climb.at.params, params, size);
    stand_at(&climb, next);
    if (climb.slope > 0 && !climb.at.separated) break;
    if (is_hidden(&climb)) return false;
    keep(&climb, params);
    if (climb.at.separated) return false;
    scale = next;
  }
  if (scale > 0) narrow(&climb, scale, climb.at.params[0], params);
  return true;
}
