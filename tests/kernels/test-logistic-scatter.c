#include "kernels/fit/logistic-scatter.h"

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

// Sums over the trials, one by one.
static void scatters_as_the_definition_says(void) {
  struct test_host host = new_host(1);
  struct cal_logistic problem = many_trials();
  struct cal_logistic_sums sums;
  double cost[2] = {0}, slope[2][P] = {{0}}, outer[P * P] = {0};
  problem.frame = frames;
  const struct cal_logistic_scatter scatter = scatter_of(&host, &problem, &sums);
  for (ptrdiff_t i = 0; i < MANY; ++i) {
    const double z = placed_z(&problem, theta, i), weight = many_weight[i];
    const int c = many_truth[i];
    const double miss = 1 / (1 + exp(c == CAL_H1 ? z : -z));
    cost[c] -= weight * log(1 - miss);
    for (int k = 0; k < P; ++k) {
      slope[c][k] += weight * miss * placed(i, k);
      for (int l = 0; l < P; ++l) {
        outer[k * P + l] += share[c] * weight * miss * miss * placed(i, k) * placed(i, l);
      }
    }
  }
  for (int c = 0; c < 2; ++c) {
    CHECK_NEAR(cal_sum_value(scatter.cost[c]), cost[c], 1e-13);
    for (int k = 0; k < P; ++k) CHECK_NEAR(scatter.slope[c][k], slope[c][k], 1e-11);
  }
  for (int k = 0; k < P * P; ++k) CHECK_NEAR(scatter.outer[k], outer[k], 1e-12);
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

// Weights stand for copies, and so do counts.
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
    for (int k = 0; k < P; ++k) CHECK_EQ(found.slope[c][k], known.slope[c][k]);
  }
  for (int k = 0; k < P * P; ++k) CHECK_EQ(found.outer[k], known.outer[k]);
  free_host(&host);
}

// Far on the wrong side a trial costs what it is wrong by, far on the right side nothing; a trial
// without weight is none.
static void far_trials_cost_their_distance(void) {
  struct test_host host = new_host(1);
  const double x[] = {1000, -1000, 1e300}, weight[] = {1, 2, 0};
  const int truth[] = {CAL_H2, CAL_H2, CAL_H2};
  const struct cal_logistic problem = {.x = x, .n = 3, .d = 1, .truth = truth, .weight = weight};
  struct cal_logistic_sums sums;
  const struct cal_logistic_scatter scatter = scatter_of(&host, &problem, &sums);
  CHECK_NEAR(cal_sum_value(scatter.cost[CAL_H2]), 1000 * theta[0] + theta[1], 1e-15);
  CHECK_EQ(cal_sum_value(scatter.cost[CAL_H1]), 0);
  CHECK_EQ(scatter.slope[CAL_H2][0], 1000);
  CHECK_EQ(scatter.slope[CAL_H1][1], 0);
  CHECK_EQ(scatter.outer[3], 3);
  free_host(&host);
}

int main(void) {
  scatters_as_the_definition_says();
  the_objective_comes_along();
  counts_are_copies();
  far_trials_cost_their_distance();
  return check_report("logistic-scatter");
}
