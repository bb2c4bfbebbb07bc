#include "kernels/classes/class-rule.h"

#include <string.h>

#include "check.h"
#include "host.h"
#include "kernels/classes/softmax.h"

enum { K = 4, N = 160, CELLS = 1801, ACTIONS = 3, MAX_PARAMS = K * (K - 1) };

// Brier's rule, halved for a detector of each class; the logarithmic one costs nothing under H2.
static double brier[4][CELLS], logarithm[4][CELLS];
static double log_lik[2][N * K];
static int truth[N];
static const double costs[ACTIONS * K] = {0, 1, 2, 3, 0, 1, 1, 2, 0.5, 2, 1, 0};

static void fill(void) {
  for (int c = 0; c < CELLS; ++c) {
    const double z = -45 + 0.05 * c, q = 1 / (1 + exp(-z)), p = 1 / (1 + exp(z));
    brier[0][c] = p * p / 2;
    brier[1][c] = q * q / 2;
    brier[2][c] = -q * p * p;
    brier[3][c] = q * q * p;
    logarithm[0][c] = z > 0 ? log1p(exp(-z)) : log1p(exp(z)) - z;
    logarithm[2][c] = -p;
  }
  for (int t = 0; t < N; ++t) {
    truth[t] = 1 + (t * t + t / 7) % K;
    for (int k = 0; k < K; ++k) {
      log_lik[0][k * N + t] = 2 * sin(0.7 * t * t + 3.0 * k * t) + (truth[t] == k + 1) / 2.0;
      log_lik[1][k * N + t] = 2 * cos(0.3 * t * t + 2.0 * k * t) + (truth[t] == k + 1) / 2.0;
    }
  }
}

static struct cal_rule_table table_of(double (*columns)[CELLS]) {
  return (struct cal_rule_table){.from = -45,
                                 .step = 0.05,
                                 .n = CELLS,
                                 .h1 = columns[0],
                                 .h2 = columns[1],
                                 .slope_h1 = columns[2],
                                 .slope_h2 = columns[3]};
}

static struct cal_class_rule rule_of(double (*columns)[CELLS],
                                     struct cal_class_detector* detectors) {
  for (int k = 0; k < K; ++k) detectors[k] = (struct cal_class_detector){k, table_of(columns)};
  return (struct cal_class_rule){.detectors = detectors, .n_detectors = K};
}

static void brier_is_brier(void) {
  struct cal_class_detector detectors[K];
  const struct cal_class_rule rule = rule_of(brier, detectors);
  double z[K] = {0.3, -1.2, 2, 0.4}, q[K], slope[K], bend[K * K], room[64], expected = 0.5;
  memcpy(q, z, sizeof q);
  cal_softmax(q, K);
  for (int k = 0; k < K; ++k) expected += q[k] * q[k] / 2;
  CHECK(cal_class_rule_scratch(&rule, K) <= 64);
  const double found = cal_class_rule_cost(&rule, z, K, 1, room, slope, bend);
  CHECK(fabs(found - (expected - q[1])) < 1e-8);
  // An impossible class has a fixed cost with slopes of 0.
  z[3] = -INFINITY;
  CHECK(isfinite(cal_class_rule_cost(&rule, z, K, 1, room, slope, bend)));
  CHECK(slope[3] == 0 && isfinite(bend[0]));
}

// The lower the blur, the nearer is the cost to that of the best action: the second one here.
static void a_choice_is_a_decision(void) {
  struct cal_class_choice choice = {.cost = costs, .n_actions = ACTIONS, .weight = 2, .blur = 1e-3};
  const struct cal_class_rule rule = {.choices = &choice, .n_choices = 1};
  const double z[K] = {-5, 3, -4, -6};
  double slope[K], bend[K * K], room[64];
  CHECK(cal_class_rule_scratch(&rule, K) <= 64);
  for (int i = 0; i < K; ++i) {
    const double cost = cal_class_rule_cost(&rule, z, K, i, room, slope, bend);
    CHECK(fabs(cost - 2 * costs[i * ACTIONS + 1]) < 1e-12);
  }
}

static void derivatives_are_differences(const struct cal_class_rule* rule) {
  const double z[K] = {0.4, -0.7, 1.1, 0.2}, h = 1e-5;
  double slope[K], bend[K * K], room[64], low[K], high[K], unused[K * K];
  for (int i = 0; i < K; ++i) {
    cal_class_rule_cost(rule, z, K, i, room, slope, bend);
    for (int k = 0; k < K; ++k) {
      double at[K];
      memcpy(at, z, sizeof at);
      at[k] = z[k] + h;
      const double above = cal_class_rule_cost(rule, at, K, i, room, high, unused);
      at[k] = z[k] - h;
      const double below = cal_class_rule_cost(rule, at, K, i, room, low, unused);
      CHECK(fabs((above - below) / (2 * h) - slope[k]) < 1e-6);
      for (int l = 0; l < K; ++l) {
        CHECK(fabs((high[l] - low[l]) / (2 * h) - bend[l * K + k]) < 1e-4);
      }
    }
  }
}

static const double *list[] = {log_lik[0], log_lik[1]}, scale[] = {0.5, 0.5};
static const double weight[] = {0.1, 0.2, 0.3, 0.1}, log_prior[] = {-1, -0.5, -2, -1.4};

static struct cal_class_problem problem_of(enum cal_family family) {
  return (struct cal_class_problem){.model = {.family = family,
                                              .log_lik = list,
                                              .scale = scale,
                                              .n_recognisers = family == CAL_SHARED ? 2 : 1,
                                              .n_classes = K,
                                              .truth = truth,
                                              .n = N,
                                              .class_weight = weight,
                                              .log_prior = log_prior}};
}

// The minimum of the logarithmic rule is that of its own fit.
static void the_logarithm_has_its_minimum(enum cal_family family) {
  struct cal_class_detector detectors[K];
  const struct cal_class_rule rule = rule_of(logarithm, detectors);
  const struct cal_class_problem problem = problem_of(family);
  double params[MAX_PARAMS] = {0}, expected[MAX_PARAMS];
  struct cal_class_solution solution = {.params = expected};
  struct test_host host = new_host(1);
  const struct cal_rule_end end = cal_class_rule_fit(&host.host, &problem, &rule, params);
  cal_class_fit(&host.host, &problem, &solution);
  CHECK(!end.diverged);
  CHECK_NEAR(end.value, solution.value, 1e-7);
  for (ptrdiff_t j = 0; j < cal_class_model_n_params(&problem.model); ++j) {
    CHECK(fabs(params[j] - expected[j]) < 1e-3);
  }
  free_host(&host);
}

// No parameters near the end are better, and fixed parameters have not moved.
static void an_end_is_a_minimum(enum cal_family family, const struct cal_class_rule* rule) {
  struct cal_class_problem problem = problem_of(family);
  int fixed[MAX_PARAMS] = {0};
  fixed[1] = 1;
  problem.fixed = fixed;
  double params[MAX_PARAMS] = {0.5, 0.25};
  struct test_host host = new_host(1);
  const ptrdiff_t n = cal_class_model_n_params(&problem.model);
  const struct cal_rule_end end = cal_class_rule_fit(&host.host, &problem, rule, params);
  CHECK(params[1] == 0.25);
  fixed[1] = 0;
  for (ptrdiff_t j = 0; j < n && !end.diverged; ++j) {
    for (int side = -1; side <= 1 && j != 1; side += 2) {
      double near[MAX_PARAMS];
      int all[MAX_PARAMS];
      for (ptrdiff_t k = 0; k < n; ++k) all[k] = 1;
      memcpy(near, params, sizeof near);
      near[j] += side * 1e-3;
      problem.fixed = all;
      CHECK(cal_class_rule_fit(&host.host, &problem, rule, near).value >= end.value - 1e-12);
    }
  }
  free_host(&host);
}

// Without a possible class the cost is NaN. A certain class has a finite cost of slope 0. Scratch
// space depends on the choice with the most actions.
static void extremes_cost_what_they_do(void) {
  struct cal_class_detector detectors[K];
  struct cal_class_rule rule = rule_of(brier, detectors);
  double slope[K], bend[K * K], room[64], z[K];
  for (int k = 0; k < K; ++k) z[k] = -INFINITY;
  CHECK(isnan(cal_class_rule_cost(&rule, z, K, 1, room, slope, bend)));
  z[1] = 3;
  CHECK(isfinite(cal_class_rule_cost(&rule, z, K, 1, room, slope, bend)));
  for (int k = 0; k < K; ++k) CHECK_EQ(slope[k], 0);
  const struct cal_class_choice choices[] = {{.cost = costs, .n_actions = ACTIONS},
                                             {.cost = costs, .n_actions = 2}};
  rule.choices = choices;
  rule.n_choices = 1;
  const ptrdiff_t size = cal_class_rule_scratch(&rule, K);
  rule.n_choices = 2;
  CHECK(cal_class_rule_scratch(&rule, K) == size);
}

static void weightless_trials_are_none(void) {
  struct cal_class_detector detectors[K];
  const struct cal_class_rule rule = rule_of(brier, detectors);
  struct cal_class_problem problem = problem_of(CAL_SHARED), fewer = problem;
  static double of_trial[N], gone[N];
  struct test_host host = new_host(1);
  double params[MAX_PARAMS] = {0}, other[MAX_PARAMS] = {0};
  for (int t = 0; t < N; ++t) of_trial[t] = t < N - 7, gone[t] = 0;
  problem.model.trial_weight = of_trial;
  fewer.model.trial_weight = of_trial;
  const double known = cal_class_rule_fit(&host.host, &problem, &rule, params).value;
  for (int t = N - 7; t < N; ++t) log_lik[0][t] = 1e5;
  CHECK_NEAR(cal_class_rule_fit(&host.host, &fewer, &rule, other).value, known, 1e-12);
  fewer.model.trial_weight = gone;
  CHECK_EQ(cal_class_rule_fit(&host.host, &fewer, &rule, other).value, 0);
  fill();
  free_host(&host);
}

// The unit of the costs changes neither the solution nor the number of steps.
static void the_unit_of_costs_moves_nothing(enum cal_family family) {
  static double small[4][CELLS];
  for (int c = 0; c < 4 * CELLS; ++c)
    small[c / CELLS][c % CELLS] = brier[c / CELLS][c % CELLS] / 1024;
  struct cal_class_detector detectors[K], of_small[K];
  const struct cal_class_rule rule = rule_of(brier, detectors), less = rule_of(small, of_small);
  const struct cal_class_problem problem = problem_of(family);
  double params[MAX_PARAMS] = {3, -2, 4}, other[MAX_PARAMS] = {3, -2, 4};
  struct test_host host = new_host(1);
  const struct cal_rule_end end = cal_class_rule_fit(&host.host, &problem, &rule, params);
  const struct cal_rule_end same = cal_class_rule_fit(&host.host, &problem, &less, other);
  CHECK_EQ(same.value * 1024, end.value);
  CHECK(same.n_steps == end.n_steps && end.n_steps < 60);
  CHECK(memcmp(other, params, sizeof params) == 0);
  free_host(&host);
}

static void a_rule_of_nothing_is_flat(void) {
  const struct cal_class_rule rule = {0};
  const double z[K] = {1, 2, 3, 4};
  double slope[K], bend[K * K], room[64];
  CHECK_EQ(cal_class_rule_cost(&rule, z, K, 0, room, slope, bend), 0);
  for (int i = 0; i < K; ++i) CHECK_EQ(slope[i], 0);
  for (int i = 0; i < K * K; ++i) CHECK_EQ(bend[i], 0);
}

// Costs with derivatives that are not finite leave the parameters unchanged.
static void costs_beyond_all_numbers_end_the_search(void) {
  double highest[ACTIONS * K], params[MAX_PARAMS] = {0.5, 0.25};
  for (int c = 0; c < ACTIONS * K; ++c) highest[c] = 1e308 * costs[c] / 3;
  const struct cal_class_choice choice = {
      .cost = highest, .n_actions = ACTIONS, .weight = 1, .blur = 1e-3};
  const struct cal_class_rule rule = {.choices = &choice, .n_choices = 1};
  const struct cal_class_problem problem = problem_of(CAL_SHARED);
  struct test_host host = new_host(1);
  CHECK(cal_class_rule_fit(&host.host, &problem, &rule, params).status == CAL_NEWTON_STALLED);
  CHECK_EQ(params[0], 0.5);
  CHECK_EQ(params[1], 0.25);
  free_host(&host);
}

int main(void) {
  fill();
  brier_is_brier();
  a_choice_is_a_decision();
  struct cal_class_detector detectors[K];
  const struct cal_class_rule smooth = rule_of(brier, detectors);
  struct cal_class_choice choice = {.cost = costs, .n_actions = ACTIONS, .weight = 2, .blur = 0.3};
  const struct cal_class_rule soft = {.choices = &choice, .n_choices = 1};
  derivatives_are_differences(&smooth);
  derivatives_are_differences(&soft);
  const enum cal_family families[] = {CAL_SHARED, CAL_VECTOR, CAL_MATRIX};
  for (int f = 0; f < 3; ++f) {
    the_logarithm_has_its_minimum(families[f]);
    an_end_is_a_minimum(families[f], &smooth);
    an_end_is_a_minimum(families[f], &soft);
    the_unit_of_costs_moves_nothing(families[f]);
  }
  extremes_cost_what_they_do();
  costs_beyond_all_numbers_end_the_search();
  weightless_trials_are_none();
  a_rule_of_nothing_is_flat();
  return check_report("class-rule");
}
