#include "kernels/logistic/logistic-search.h"

#include <string.h>

#include "kernels/base/plan.h"
#include "logistic-trials.h"

enum { REPEATED = (CAL_PLAN_LEAD_BY_SAMPLE / MANY + 1) * MANY };

// End of a search.
struct end {
  bool found;
  double theta[P], value, slope[2][P];
};

static struct end search(const struct cal_logistic* problem) {
  struct test_host host = new_host(1);
  struct end end = {false, {0}, 0, {{0}}};
  struct cal_newton newton = cal_newton_new(&host.host, problem->d + 1);
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, problem->d);
  struct cal_logistic_scatter scatter = cal_logistic_scatter_new(&host.host, problem->d, &sums);
  scatter.share[0] = scatter.share[1] = 1;
  end.found = cal_logistic_search(&host.host, problem, &newton, &scatter);
  for (ptrdiff_t k = 0; k <= problem->d; ++k) {
    end.theta[k] = newton.at[k];
    for (int c = 0; c < 2; ++c) end.slope[c][k] = scatter.actual.slope[c][k];
  }
  end.value = end.found ? cal_sum_value(sums.value) : 0;
  free_host(&host);
  return end;
}

// At the minimum the gradients of both classes balance, which the scatter shows.
static void check_minimum(const struct cal_logistic* problem) {
  const struct end end = search(problem);
  CHECK(end.found);
  for (ptrdiff_t k = 0; k <= problem->d; ++k) {
    const double h1 = problem->each_h1[CAL_H1] * end.slope[CAL_H1][k];
    const double h2 = problem->each_h2[CAL_H2] * end.slope[CAL_H2][k];
    CHECK_NEAR(h1, h2, 1e-9);
  }
}

static struct cal_logistic without_pseudo_trials(void) {
  struct cal_logistic problem = many_trials();
  problem.frame = frames;
  problem.each_h1[CAL_H2] = problem.each_h2[CAL_H1] = 0;
  return problem;
}

static void finds_the_minimum(void) {
  static const struct cal_frame spread[] = {{1, 0, 1, HUGE_VAL}, {1, 100, .1, HUGE_VAL}};
  struct cal_logistic problem = without_pseudo_trials();
  problem.frame = spread;
  check_minimum(&problem);
  problem.weight = NULL;
  check_minimum(&problem);
}

// Many trials, all of them copies of a few, have the minimum of these.
static void a_sample_leads_to_the_same_minimum(void) {
  static double x[MAX_INPUTS * REPEATED], weight[REPEATED];
  static int truth[REPEATED];
  struct cal_logistic problem = many_trials();
  problem.frame = frames;
  const struct end known = search(&problem);
  CHECK(known.found && (int)REPEATED > (int)CAL_PLAN_LEAD_BY_SAMPLE);
  for (int i = 0; i < REPEATED; ++i) {
    const int from = i % MANY;
    x[i] = many_x[from];
    x[REPEATED + i] = many_x[MANY + from];
    weight[i] = many_weight[from];
    truth[i] = many_truth[from];
  }
  problem.x = x;
  problem.weight = weight;
  problem.truth = truth;
  problem.n = REPEATED;
  const struct end found = search(&problem);
  CHECK(found.found);
  for (int k = 0; k < P; ++k) CHECK_NEAR(found.theta[k], known.theta[k], 1e-10);
  CHECK_NEAR(found.value, known.value * REPEATED / MANY, 1e-12);
}

// One H1 trial among the H2 trials, or far below them, may be missing in the sample. The sample may
// then be separable or misleading, and all trials are searched. Counted trials have no sample.
static void a_trial_may_be_missed_by_the_sample(void) {
  enum { LONG = 80000 };
  static double x[LONG], n_h1[LONG], n_h2[LONG];
  static int truth[LONG];
  const struct cal_frame frame = {1, 0, 1, HUGE_VAL};
  struct cal_logistic single = {.x = x,
                                .frame = &frame,
                                .n = LONG,
                                .d = 1,
                                .each_h1 = {[CAL_H1] = 2.0 / LONG},
                                .each_h2 = {[CAL_H2] = 2.0 / LONG}};
  struct cal_logistic counted = single;
  single.truth = truth;
  counted.n_h1 = n_h1;
  counted.n_h2 = n_h2;
  const double place[] = {-1, -2e4, -6e4, -1e6};
  for (int trial = 0; trial < 12; ++trial) {
    const bool apart = place[trial % 4] == -1;
    for (int i = 0; i < LONG; ++i) {
      truth[i] = i % 2;
      n_h1[i] = truth[i];
      n_h2[i] = 1 - truth[i];
      x[i] = (apart ? .9 : 2) * sin(3.0 * i) + (truth[i] ? 1 : -1);
    }
    x[LONG / 2 + 1 + 2 * (trial / 4)] = place[trial % 4];
    const struct end found = search(&single), known = search(&counted);
    CHECK(found.found && known.found);
    CHECK_NEAR(found.value, known.value, 1e-14);
    CHECK_NEAR(found.theta[0], known.theta[0], 1e-7);
  }
}

// A frame has a limit during the search only.
static void bounds_do_not_move_the_minimum(void) {
  struct cal_frame frame = {1, 0, 1, HUGE_VAL};
  struct cal_logistic problem = without_pseudo_trials();
  problem.d = 1;
  problem.frame = &frame;
  many_x[0] = 4000;
  const struct end known = search(&problem);
  frame.far = CAL_PLAN_NEAR;
  const struct end found = search(&problem);
  CHECK(known.found && found.found);
  for (int k = 0; k < 2; ++k) CHECK_NEAR(found.theta[k], known.theta[k], 1e-9);
  struct test_host host = new_host(1);
  const struct cal_logistic unbounded = cal_logistic_unbounded(&host.host, &problem);
  CHECK_EQ(unbounded.frame[0].far, CAL_PLAN_FARTHEST);
  CHECK_EQ(frame.far, CAL_PLAN_NEAR);
  free_host(&host);
}

static struct cal_logistic separable_trials(void) {
  static const struct cal_frame frame = {1, 0, 1, HUGE_VAL};
  static const double x[] = {-3, -1, 1, 2};
  static const int truth[] = {0, 0, 1, 1};
  return (struct cal_logistic){.x = x,
                               .frame = &frame,
                               .n = 4,
                               .d = 1,
                               .truth = truth,
                               .each_h1 = {[CAL_H1] = .25},
                               .each_h2 = {[CAL_H2] = .25}};
}

static void separable_trials_have_none(void) {
  const double touching[] = {-3, 1, 1, 2};
  struct cal_logistic problem = separable_trials();
  CHECK(!search(&problem).found);
  problem.x = touching;
  CHECK(!search(&problem).found);
  problem.each_h1[CAL_H2] = problem.each_h2[CAL_H1] = .01;
  CHECK(search(&problem).found);
}

// If a minimum is known to exist, the search does not end when all trials are right: the slope
// increases as long as the cost falls.
static void a_known_minimum_is_searched_for(void) {
  const struct cal_logistic problem = separable_trials();
  struct test_host host = new_host(1);
  struct cal_newton newton = cal_newton_new(&host.host, 2);
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, 1);
  CHECK(!cal_logistic_descend(&host.host, &problem, NULL, &newton, &sums, HUGE_VAL));
  CHECK(newton.at[0] < 10);
  newton.has_minimum = true;
  cal_logistic_descend(&host.host, &problem, NULL, &newton, &sums, HUGE_VAL);
  CHECK(newton.at[0] > 500 && newton.value < 1e-300);
  free_host(&host);
}

static bool descend(const struct cal_logistic* problem, const struct cal_tilt* tilt, double ceiling,
                    double* theta) {
  struct test_host host = new_host(1);
  struct cal_newton newton = cal_newton_new(&host.host, problem->d + 1);
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, problem->d);
  const bool found = cal_logistic_descend(&host.host, problem, tilt, &newton, &sums, ceiling);
  memcpy(theta, newton.at, (size_t)newton.n * sizeof *theta);
  free_host(&host);
  return found;
}

static void a_start_above_the_ceiling_will_not_do(void) {
  const struct cal_logistic problem = without_pseudo_trials();
  const double at_zero = cal_logistic_at_zero(&problem);
  double theta[P];
  CHECK(descend(&problem, NULL, at_zero * (1 + 1e-12), theta));
  CHECK(!descend(&problem, NULL, at_zero * (1 - 1e-12), theta));
}

// With a strong tilt, the minimum is that of the tilt.
static void a_tilt_pulls(void) {
  const struct cal_logistic problem = without_pseudo_trials();
  double at[P] = {1, 2, 3}, gradient[P] = {0}, hessian[P * P] = {0}, theta[P];
  for (int k = 0; k < P; ++k) hessian[k * P + k] = 1e9;
  const struct cal_tilt tilt = {.p = P, .at = at, .gradient = gradient, .hessian = hessian};
  CHECK(descend(&problem, &tilt, HUGE_VAL, theta));
  for (int k = 0; k < P; ++k) CHECK_NEAR(theta[k], at[k], 1e-6);
}

int main(void) {
  finds_the_minimum();
  a_sample_leads_to_the_same_minimum();
  a_trial_may_be_missed_by_the_sample();
  bounds_do_not_move_the_minimum();
  a_known_minimum_is_searched_for();
  separable_trials_have_none();
  a_start_above_the_ceiling_will_not_do();
  a_tilt_pulls();
  return check_report("logistic-search");
}
