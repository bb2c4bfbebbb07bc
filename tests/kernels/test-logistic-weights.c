#include "kernels/logistic/logistic-weights.h"

#include "logistic-trials.h"

static void each_hypothesis_weighs_its_prior(void) {
  struct cal_logistic problem = many_trials();
  double totals[2];
  cal_logistic_totals(&problem, totals);
  cal_logistic_weigh(&problem, .2, 0, totals);
  CHECK_NEAR(problem.each_h1[CAL_H1] * totals[CAL_H1], .2, 1e-15);
  CHECK_NEAR(problem.each_h2[CAL_H2] * totals[CAL_H2], .8, 1e-15);
  CHECK_EQ(problem.each_h1[CAL_H2], 0);
  CHECK_EQ(problem.each_h2[CAL_H1], 0);
}

// The objective is the cross-entropy at the prior, trial by trial.
static void the_objective_is_the_cross_entropy(void) {
  struct test_host host = new_host(1);
  struct cal_logistic problem = many_trials();
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, MAX_INPUTS);
  const double theta[P] = {.7, -.4, .2}, prior = .1;
  double totals[2], cost[2] = {0, 0};
  problem.frame = frames;
  problem.log_odds = log(prior / (1 - prior));
  cal_logistic_totals(&problem, totals);
  cal_logistic_weigh(&problem, prior, 0, totals);
  cal_logistic_evaluate(&host.host, &problem, theta, &sums);
  for (ptrdiff_t i = 0; i < MANY; ++i) {
    const double z = placed_z(&problem, theta, i);
    cost[many_truth[i]] += many_weight[i] * log1p(exp(many_truth[i] ? -z : z));
  }
  CHECK_NEAR(cal_sum_value(sums.value),
             prior * cost[CAL_H1] / totals[CAL_H1] + (1 - prior) * cost[CAL_H2] / totals[CAL_H2],
             1e-13);
  free_host(&host);
}

// Pseudo-trials lie on the trials of the rows, half and half at even odds, and do not grow if some
// trials are on no row.
static void pseudo_trials_are_spread_over_the_rows(void) {
  const double x[] = {-1, 0, 2}, n_h1[] = {0, 1, 3}, n_h2[] = {4, 2, 0};
  const double all[2] = {[CAL_H1] = 4, [CAL_H2] = 6}, more[2] = {[CAL_H1] = 14, [CAL_H2] = 26};
  struct cal_logistic problem = {.x = x, .n = 3, .d = 1, .n_h1 = n_h1, .n_h2 = n_h2};
  cal_logistic_weigh(&problem, .5, 3, all);
  double pseudo = 0;
  for (int i = 0; i < 3; ++i) {
    pseudo += n_h1[i] * problem.each_h2[CAL_H1] + n_h2[i] * problem.each_h1[CAL_H2];
  }
  CHECK_NEAR(2 * pseudo, 3.0 / 10, 1e-15);
  CHECK_NEAR(problem.each_h1[CAL_H1], .5 / 4 + .5 * 3 / 10 / 10, 1e-15);
  CHECK_NEAR(problem.each_h2[CAL_H2], .5 / 6 + .5 * 3 / 10 / 10, 1e-15);
  cal_logistic_weigh(&problem, .5, 3, more);
  CHECK_NEAR(problem.each_h2[CAL_H1], .5 * 3 / 40 / 10, 1e-15);
}

// Pseudo-trials alone cost least at LR = 1, where the posterior odds equal the prior odds.
static void pseudo_trials_ask_for_an_lr_of_one(void) {
  struct cal_logistic problem = many_trials();
  const double prior = .15;
  double totals[2];
  cal_logistic_totals(&problem, totals);
  cal_logistic_weigh(&problem, prior, 7, totals);
  CHECK_NEAR(problem.each_h1[CAL_H2] / problem.each_h2[CAL_H1], prior / (1 - prior), 1e-15);
}

int main(void) {
  each_hypothesis_weighs_its_prior();
  the_objective_is_the_cross_entropy();
  pseudo_trials_are_spread_over_the_rows();
  pseudo_trials_ask_for_an_lr_of_one();
  return check_report("logistic-weights");
}
