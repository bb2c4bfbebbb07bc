#include "kernels/classes/class-model.h"

#include <float.h>
#include "check.h"
#include "kernels/classes/softmax.h"

enum { N = 6, K = 3, MAX_PARAMS = 8, MAX_SCRATCH = 2048 };

static const double first[] = {2, 0.5, -1, 1, 0, 0.3, 0, 1.5, 0, 1, 2, -1, -1, 0, 1, 1, 0.5, 2};
static const double second[] = {1, 0, 0, 2, -1, 0, 0.5, 1, 0.7, 1, 1, -2, 0, -1, 1, 1, 0.2, 1};
static const double* both[] = {first, second};
static const int truth[] = {1, 2, 3, 1, 2, 3};
static const double scale[] = {0.5, 1};
static const double weight[] = {0.1, 0.15, 0.25};

struct point {
  double value, gradient[MAX_PARAMS], hessian[MAX_PARAMS * MAX_PARAMS], margin;
};

static struct cal_class_model example(enum cal_family family, const double* log_prior) {
  return (struct cal_class_model){.family = family,
                                  .log_lik = both,
                                  .scale = scale,
                                  .n_recognisers = family == CAL_SHARED ? 2 : 1,
                                  .n_classes = K,
                                  .truth = truth,
                                  .n = N,
                                  .class_weight = weight,
                                  .log_prior = log_prior};
}

static struct point evaluate(const struct cal_class_model* model, const double* params) {
  double scratch[MAX_SCRATCH];
  struct point point = {0};
  struct cal_derivatives sums = {
      .gradient = point.gradient, .hessian = point.hessian, .scratch = scratch};
  CHECK(cal_class_model_scratch(model) <= MAX_SCRATCH);
  cal_derivatives_clear(model, &sums);
  // Sums may be added in pieces and out of order.
  cal_derivatives_add(model, params, 1, model->n, &sums);
  cal_derivatives_add(model, params, 0, 1, &sums);
  cal_derivatives_finish(model, &sums);
  point.value = cal_sum_value(sums.value);
  point.margin = sums.margin;
  return point;
}

static void derivatives_are_those_of_the_value(enum cal_family family) {
  const double log_prior[] = {log(0.2), log(0.3), log(0.5)};
  const struct cal_class_model model = example(family, log_prior);
  const ptrdiff_t n = cal_class_model_n_params(&model);
  const double params[MAX_PARAMS] = {0.7, -0.3, 0.4, 1.1, -0.6, 0.2};
  const struct point here = evaluate(&model, params);
  for (ptrdiff_t j = 0; j < n; ++j) {
    double up[MAX_PARAMS], down[MAX_PARAMS];
    for (ptrdiff_t k = 0; k < n; ++k) up[k] = down[k] = params[k];
    up[j] += 1e-5;
    down[j] -= 1e-5;
    const struct point above = evaluate(&model, up), below = evaluate(&model, down);
    CHECK(fabs(here.gradient[j] - (above.value - below.value) / 2e-5) < 1e-9);
    for (ptrdiff_t k = 0; k < n; ++k) {
      const double slope = (above.gradient[k] - below.gradient[k]) / 2e-5;
      CHECK(fabs(here.hessian[j * n + k] - slope) < 1e-9);
      CHECK_EQ(here.hessian[j * n + k], here.hessian[k * n + j]);
    }
  }
}

static void the_value_is_the_weighted_cost(void) {
  const double log_prior[] = {log(0.2), log(0.3), log(0.5)};
  const double one_scale[] = {1}, params[] = {1, 0, 0};
  struct cal_class_model model = example(CAL_SHARED, log_prior);
  model.n_recognisers = 1;
  model.scale = one_scale;
  const struct cal_class_trials trials = {.log_lik = first, .truth = truth, .n = N, .n_classes = K};
  double row[K], cost[N], expected = 0;
  cal_class_costs(&trials, log_prior, row, cost);
  for (int t = 0; t < N; ++t) expected += weight[truth[t] - 1] * cost[t];
  CHECK_NEAR(evaluate(&model, params).value, expected, 1e-14);
}

static void the_margin_is_the_smallest_lead(void) {
  const double flat[] = {0, 0, 0}, one_scale[] = {1}, params[] = {2, 0, 0};
  struct cal_class_model model = example(CAL_SHARED, flat);
  model.n_recognisers = 1;
  model.scale = one_scale;
  CHECK_EQ(evaluate(&model, params).margin, 0);
  const double towards_last[] = {2, -1, -1};
  CHECK_EQ(evaluate(&model, towards_last).margin, -1);
}

static void excluded_classes_take_no_part(void) {
  const double w[] = {1, 0, 0, 2, -INFINITY, 0};
  const double* list[] = {w};
  const int classes[] = {1, 2};
  const double flat[] = {0, 0, 0}, one_scale[] = {1}, params[] = {1, 0.5, -0.5};
  struct cal_class_model model = example(CAL_SHARED, flat);
  model.n_recognisers = 1;
  model.scale = one_scale;
  model.log_lik = list;
  model.truth = classes;
  model.n = 2;
  const struct point found = evaluate(&model, params);
  const double left = log1p(exp(-0.5 - 1.5));
  const double right = log1p(exp(0.5 - 1.5) + exp(-1.5));
  CHECK_NEAR(found.value, weight[0] * left + weight[1] * right, 1e-14);
}

static void confident_trials_keep_their_curvature(void) {
  const double w[] = {40, 0, 0};
  const double* list[] = {w};
  const int classes[] = {1};
  const double flat[] = {0, 0, 0}, one[] = {1, 1, 1}, params[] = {1, 0, 0};
  struct cal_class_model model = example(CAL_SHARED, flat);
  model.n_recognisers = 1;
  model.scale = one;
  model.log_lik = list;
  model.truth = classes;
  model.class_weight = one;
  model.n = 1;
  const struct point found = evaluate(&model, params);
  CHECK_NEAR(found.value, 2 * exp(-40), 1e-14);
  CHECK_NEAR(found.gradient[0], -40 * 2 * exp(-40), 1e-14);
  CHECK_NEAR(found.hessian[0], 1600 * 2 * exp(-40), 1e-14);
  CHECK_NEAR(found.hessian[4], 2 * exp(-40), 1e-14);
}

static void leads_ignore_exclusions(void) {
  const double w[] = {1, 2, -INFINITY, 5, 4, -1e308};
  const double* list[] = {w};
  const int classes[] = {1, 2};
  struct cal_class_model model = example(CAL_SHARED, NULL);
  model.log_lik = list;
  model.truth = classes;
  model.n = 2;
  const struct cal_class_leads leads = cal_class_leads_find(&model, 0);
  CHECK_EQ(leads.wrong, 3);
  CHECK_EQ(leads.right, 1e308);
  CHECK_EQ(leads.least, 3);
  CHECK_EQ(cal_class_scale(leads), 0.25);
  CHECK_EQ(cal_class_scale((struct cal_class_leads){.least = 4}), 0.125);
  CHECK_EQ(cal_class_scale((struct cal_class_leads){0}), 1);
  CHECK(isfinite(cal_class_scale((struct cal_class_leads){.wrong = 5e-324})));
}

// A step that only improves a certain trial does not matter.
static void reach_looks_at_what_matters(void) {
  const double w[] = {1e6, 1, 0, 0};
  const double* list[] = {w};
  const int classes[] = {1, 1};
  const double one[] = {1}, params[] = {1, 0}, step[] = {0.5, 0.25};
  double scratch[MAX_SCRATCH];
  struct cal_class_model model = example(CAL_SHARED, NULL);
  model.n_recognisers = 1;
  model.n_classes = 2;
  model.log_lik = list;
  model.scale = one;
  model.truth = classes;
  model.n = 2;
  struct cal_class_reach reach = {.least = INFINITY};
  cal_class_reach_add(&model, params, step, 0, 2, scratch, &reach);
  CHECK_EQ(reach.largest, 0.75);
  CHECK_EQ(reach.least, 0.75);
}

// Differences that overflow count as the largest possible; exclusions and equal values are none.
static void leads_of_extremes(void) {
  const double w[] = {1e308, -1e308, -INFINITY, -1e308, 1e308, -INFINITY};
  const int of[] = {1, 1, 1};
  const double one = 1, even[] = {1, 1}, zero[] = {0, 0}, same[] = {7, 7};
  const double* list[] = {w};
  struct cal_class_model model = {.family = CAL_SHARED,
                                  .log_lik = list,
                                  .scale = &one,
                                  .n_recognisers = 1,
                                  .n_classes = 2,
                                  .truth = of,
                                  .n = 3,
                                  .class_weight = even,
                                  .log_prior = zero};
  const struct cal_class_leads leads = cal_class_leads_find(&model, 0);
  CHECK_EQ(leads.wrong, DBL_MAX);
  CHECK_EQ(leads.right, DBL_MAX);
  list[0] = same;
  model.n = 1;
  CHECK_EQ(cal_class_leads_find(&model, 0).least, 0);
  // An excluded true class against a class that is not excluded.
  const double excluded[] = {-INFINITY, 3};
  list[0] = excluded;
  CHECK_EQ(cal_class_leads_find(&model, 0).wrong, 0);
}

int main(void) {
  derivatives_are_those_of_the_value(CAL_SHARED);
  derivatives_are_those_of_the_value(CAL_VECTOR);
  derivatives_are_those_of_the_value(CAL_MATRIX);
  the_value_is_the_weighted_cost();
  the_margin_is_the_smallest_lead();
  excluded_classes_take_no_part();
  confident_trials_keep_their_curvature();
  leads_ignore_exclusions();
  reach_looks_at_what_matters();
  leads_of_extremes();
  return check_report("class-model");
}
