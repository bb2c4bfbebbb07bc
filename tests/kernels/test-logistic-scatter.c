#include "kernels/logistic/logistic-scatter.h"

#include "kernels/base/vector-path.h"
#include "logistic-trials.h"

static const double theta[P] = {.7, -.4, .2}, share[2] = {[CAL_H1] = 2, [CAL_H2] = 3};

static struct cal_logistic_scatter scatter_of(struct test_host* host,
                                              const struct cal_logistic* problem,
                                              struct cal_logistic_sums* sums) {
  *sums = cal_logistic_sums_new(&host->host, problem->d);
  struct cal_logistic_scatter scatter = cal_logistic_scatter_new(&host->host, problem->d, sums);
  for (int c = 0; c < 2; ++c) scatter.share[c] = share[c];
  cal_logistic_scatter_find(&host->host, problem, theta, &scatter);
  return scatter;
}

struct moments {
  double slope[2][P], outer[P * P];
};

// Adds n trials under hypothesis c, the probability of the other one being `off`.
static void add_trials(struct moments* to, int c, double n, double off, ptrdiff_t i) {
  for (int k = 0; k < P; ++k) {
    to->slope[c][k] += n * off * placed(i, k);
    for (int l = 0; l < P; ++l) {
      to->outer[k * P + l] += share[c] * n * off * off * placed(i, k) * placed(i, l);
    }
  }
}

static void check_moments(const struct cal_trial_moments* found, const struct moments* known) {
  for (int c = 0; c < 2; ++c) {
    for (int k = 0; k < P; ++k) CHECK_NEAR(found->slope[c][k], known->slope[c][k], 1e-11);
  }
  for (int k = 0; k < P * P; ++k) CHECK_NEAR(found->outer[k], known->outer[k], 1e-12);
}

// Sums over the trials, one by one; and over the expected trials, which a row has under either
// hypothesis.
static void scatters_as_the_definition_says(void) {
  struct test_host host = new_host(1);
  struct cal_logistic problem = many_trials();
  struct cal_logistic_sums sums;
  struct moments actual = {{{0}}, {0}}, expected = {{{0}}, {0}};
  double cost[2] = {0};
  const double tilt = sqrt(share[CAL_H1] / share[CAL_H2]);
  problem.frame = frames;
  const struct cal_logistic_scatter scatter = scatter_of(&host, &problem, &sums);
  for (ptrdiff_t i = 0; i < MANY; ++i) {
    const double z = placed_z(&problem, theta, i), weight = many_weight[i];
    const double p_h1 = 1 / (1 + exp(-z)), likely = 1 / (1 + tilt * exp(-z));
    const int c = many_truth[i];
    const double miss = c == CAL_H1 ? 1 - p_h1 : p_h1;
    cost[c] -= weight * log(1 - miss);
    add_trials(&actual, c, weight, miss, i);
    add_trials(&expected, CAL_H1, weight * likely, 1 - p_h1, i);
    add_trials(&expected, CAL_H2, weight * (1 - likely), p_h1, i);
  }
  for (int c = 0; c < 2; ++c) CHECK_NEAR(cal_sum_value(scatter.cost[c]), cost[c], 1e-13);
  check_moments(&scatter.actual, &actual);
  check_moments(&scatter.expected, &expected);
  free_host(&host);
}

static void the_objective_comes_along(void) {
  struct test_host host = new_host(1);
  struct cal_logistic problem = many_trials();
  struct cal_logistic_sums along, sums = cal_logistic_sums_new(&host.host, MAX_INPUTS);
  problem.frame = frames;
  scatter_of(&host, &problem, &along);
  cal_logistic_evaluate(&host.host, &problem, theta, &sums);
  CHECK_EQ(cal_sum_value(along.value), cal_sum_value(sums.value));
  CHECK_EQ(along.margin, sums.margin);
  for (int k = 0; k < P; ++k) CHECK_EQ(along.gradient[k], sums.gradient[k]);
  for (int k = 0; k < P * P; ++k) CHECK_EQ(along.hessian[k], sums.hessian[k]);
  free_host(&host);
}

// Weights mean copies, and so do counts.
static void counts_are_copies(void) {
  struct test_host host = new_host(1);
  struct cal_logistic problem = many_trials();
  struct cal_logistic_sums sums;
  double n_h1[MANY], n_h2[MANY];
  const struct cal_logistic_scatter known = scatter_of(&host, &problem, &sums);
  for (int i = 0; i < MANY; ++i) {
    n_h1[i] = many_truth[i] ? many_weight[i] : 0;
    n_h2[i] = many_truth[i] ? 0 : many_weight[i];
  }
  problem.truth = NULL;
  problem.weight = NULL;
  problem.n_h1 = n_h1;
  problem.n_h2 = n_h2;
  const struct cal_logistic_scatter found = scatter_of(&host, &problem, &sums);
  for (int c = 0; c < 2; ++c) {
    CHECK_EQ(cal_sum_value(found.cost[c]), cal_sum_value(known.cost[c]));
    for (int k = 0; k < P; ++k) CHECK_EQ(found.actual.slope[c][k], known.actual.slope[c][k]);
  }
  for (int k = 0; k < P * P; ++k) {
    CHECK_EQ(found.actual.outer[k], known.actual.outer[k]);
    CHECK_EQ(found.expected.outer[k], known.expected.outer[k]);
  }
  free_host(&host);
}

// A trial far on the wrong side costs its distance, one far on the right side nothing, and one
// without weight nothing.
static void far_trials_cost_their_distance(void) {
  struct test_host host = new_host(1);
  const double x[] = {1000, -1000, 1e300}, weight[] = {1, 2, 0};
  const int truth[] = {CAL_H2, CAL_H2, CAL_H2};
  const struct cal_logistic problem = {.x = x, .n = 3, .d = 1, .truth = truth, .weight = weight};
  struct cal_logistic_sums sums;
  const struct cal_logistic_scatter scatter = scatter_of(&host, &problem, &sums);
  CHECK_NEAR(cal_sum_value(scatter.cost[CAL_H2]), 1000 * theta[0] + theta[1], 1e-15);
  CHECK_EQ(cal_sum_value(scatter.cost[CAL_H1]), 0);
  CHECK_EQ(scatter.actual.slope[CAL_H2][0], 1000);
  CHECK_EQ(scatter.actual.slope[CAL_H1][1], 0);
  CHECK_EQ(scatter.actual.outer[3], 3);
  free_host(&host);
}

int main(void) {
  for (int wide = 0; wide < 2; ++wide) {
    cal_vector_allow_wide(wide);
    scatters_as_the_definition_says();
    the_objective_comes_along();
    counts_are_copies();
    far_trials_cost_their_distance();
  }
  return check_report("logistic-scatter");
}
