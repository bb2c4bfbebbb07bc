#include "kernels/logistic/logistic.h"

#include <string.h>

#include "kernels/base/vector-path.h"
#include "logistic-trials.h"

static struct test_host host;
static double theta[P], step[P], factor[P * P];
static struct cal_logistic_sums sums;

static struct cal_logistic counted(const double* x, const double* n_h1, const double* n_h2,
                                   ptrdiff_t n, ptrdiff_t d) {
  return (struct cal_logistic){.x = x,
                               .n = n,
                               .d = d,
                               .n_h1 = n_h1,
                               .n_h2 = n_h2,
                               .each_h1 = {[CAL_H1] = 1},
                               .each_h2 = {[CAL_H2] = 1}};
}

static void evaluate(const struct cal_logistic* problem) {
  cal_logistic_evaluate(&host.host, problem, theta, &sums);
}

static struct cal_newton minimise(const struct cal_logistic* problem,
                                  enum cal_newton_status* status) {
  struct cal_newton newton = {.n = problem->d + 1, .at = theta, .step = step, .factor = factor};
  memset(theta, 0, sizeof theta);
  *status = cal_logistic_minimise(&host.host, problem, &newton, &sums);
  return newton;
}

static double find_minimum(const struct cal_logistic* problem) {
  enum cal_newton_status status;
  const struct cal_newton newton = minimise(problem, &status);
  CHECK(status == CAL_NEWTON_CONVERGED);
  CHECK(!cal_newton_diverged(&newton));
  return newton.value;
}

// ln LRs of five H2 and six H1 trials. The minimum is known to 15 digits.
static void finds_the_known_minimum(void) {
  const double lr[] = {.2, .4, .6, .8, 1.1, .5, 2, 4, 6, 8, 10};
  double x[11], h1[11], h2[11];
  for (int i = 0; i < 11; ++i) {
    x[i] = log(lr[i]);
    h1[i] = i < 5 ? 0 : .5 / 6;
    h2[i] = i < 5 ? .5 / 5 : 0;
  }
  const struct cal_logistic problem = counted(x, h1, h2, 11, 1);
  const double objective = find_minimum(&problem);
  CHECK_NEAR(theta[0], 2.23519037130163, 1e-13);
  CHECK_NEAR(theta[1], -0.39323224399341, 1e-13);
  CHECK_NEAR(objective / log(2), .47622443120932, 1e-13);
}

// One input that takes two values has a solution in closed form: the log odds of the weights.
static void agrees_with_the_closed_form(void) {
  const double x[] = {-1, 1}, h1[] = {.1, .4}, h2[] = {.3, .2}, log_odds = .7;
  struct cal_logistic problem = counted(x, h1, h2, 2, 1);
  problem.log_odds = log_odds;
  find_minimum(&problem);
  const double low = log(.1 / .3) - log_odds, high = log(.4 / .2) - log_odds;
  CHECK_NEAR(theta[0], (high - low) / 2, 1e-13);
  CHECK_NEAR(theta[1], (high + low) / 2, 1e-12);
  const double bend_low = .4 * .25 * .75, bend_high = .6 * (.4 / .6) * (.2 / .6);
  evaluate(&problem);
  CHECK_NEAR(sums.hessian[0], bend_low + bend_high, 1e-12);
  CHECK_NEAR(sums.hessian[1], bend_high - bend_low, 1e-11);
  CHECK_EQ(sums.hessian[1], sums.hessian[2]);
}

static void knows_the_margin(void) {
  const double x[] = {-1, 0, 1, 2}, h1[] = {0, 0, .25, .25}, h2[] = {.25, .25, 0, 0};
  struct cal_logistic problem = counted(x, h1, h2, 4, 1);
  theta[0] = 2;
  theta[1] = 7;
  evaluate(&problem);
  CHECK_EQ(sums.margin, 2);
  theta[0] = -1;
  evaluate(&problem);
  CHECK_EQ(sums.margin, -3);
  problem.each_h1[CAL_H2] = problem.each_h2[CAL_H1] = .1;
  theta[0] = 2;
  evaluate(&problem);
  CHECK_EQ(sums.margin, -HUGE_VAL);
}

static void touching_classes_have_no_minimum(void) {
  const double x[] = {-1, 0, 0, 2}, h1[] = {0, 0, .25, .25}, h2[] = {.25, .25, 0, 0};
  const struct cal_logistic problem = counted(x, h1, h2, 4, 1);
  enum cal_newton_status status;
  const struct cal_newton newton = minimise(&problem, &status);
  CHECK(status != CAL_NEWTON_CONVERGED || cal_newton_diverged(&newton));
}

// Two inputs are read column by column, and the gradient vanishes at the minimum.
static void has_no_slope_at_the_minimum(void) {
  const double x[] = {-1, .3, 1, .2, 1.5, -.4, .9, -.8, .1, .7};
  const double h1[] = {0, .2, .2, 0, .1}, h2[] = {.2, 0, 0, .2, .1};
  struct cal_logistic problem = counted(x, h1, h2, 5, 2);
  problem.log_odds = -.5;
  find_minimum(&problem);
  double slope_of[P] = {0};
  for (int i = 0; i < 5; ++i) {
    const double z = theta[0] * x[i] + theta[1] * x[5 + i] + theta[2] - .5;
    const double slope = h2[i] / (1 + exp(-z)) - h1[i] / (1 + exp(z));
    slope_of[0] += slope * x[i];
    slope_of[1] += slope * x[5 + i];
    slope_of[2] += slope;
  }
  for (int k = 0; k < P; ++k) CHECK(fabs(slope_of[k]) < 1e-15);
}

// Negative weights remove rows.
static void subtracts_rows(void) {
  const double x[] = {-1, 0, 1, 2, 5, 5}, h1[] = {.1, .1, .1, .2, .7, -.7};
  const double h2[] = {.2, .1, .1, .1, 0, 0};
  struct cal_logistic problem = counted(x, h1, h2, 4, 1);
  find_minimum(&problem);
  const double slope = theta[0], offset = theta[1];
  problem.n = 6;
  problem.has_negative = true;
  find_minimum(&problem);
  CHECK_NEAR(theta[0], slope, 1e-13);
  CHECK_NEAR(theta[1], offset, 1e-13);
}

// All sums, by the book.
static void check_sums(const struct cal_logistic* problem) {
  double value = 0, g[P] = {0}, h[P * P] = {0};
  for (ptrdiff_t i = 0; i < MANY; ++i) {
    const double z = placed_z(problem, theta, i);
    const double h1 = problem->each_h1[many_truth[i]] * many_weight[i];
    const double h2 = problem->each_h2[many_truth[i]] * many_weight[i];
    const double p = 1 / (1 + exp(-z));
    value -= h1 * log(p) + h2 * log(1 - p);
    for (int k = 0; k < P; ++k) {
      g[k] += (h2 * p - h1 * (1 - p)) * placed(i, k);
      for (int l = 0; l < P; ++l)
        h[k * P + l] += (h1 + h2) * p * (1 - p) * placed(i, k) * placed(i, l);
    }
  }
  CHECK_NEAR(cal_sum_value(sums.value), value, 1e-13);
  for (int k = 0; k < P; ++k) CHECK_NEAR(sums.gradient[k], g[k], 1e-11);
  for (int k = 0; k < P * P; ++k) CHECK_NEAR(sums.hessian[k], h[k], 1e-12);
}

static void sums_what_the_definition_says(void) {
  struct cal_logistic problem = many_trials();
  problem.frame = frames;
  theta[0] = .7;
  theta[1] = -.4;
  theta[2] = .2;
  for (int wide = 0; wide < 2; ++wide) {
    const bool before = cal_vector_allow_wide(wide);
    evaluate(&problem);
    check_sums(&problem);
    cal_vector_allow_wide(before);
  }
  memset(theta, 0, sizeof theta);
  evaluate(&problem);
  CHECK_NEAR(cal_logistic_at_zero(&problem), cal_sum_value(sums.value), 1e-13);
}

// The derivatives alone equal those computed with the value.
static void leaves_out_the_value(void) {
  const struct cal_logistic problem = many_trials();
  theta[0] = .7;
  theta[1] = -.004;
  theta[2] = .2;
  evaluate(&problem);
  double g[P], h[P * P];
  memcpy(g, sums.gradient, sizeof g);
  memcpy(h, sums.hessian, sizeof h);
  sums.derivatives_only = true;
  evaluate(&problem);
  sums.derivatives_only = false;
  for (int k = 0; k < P; ++k) CHECK_EQ(sums.gradient[k], g[k]);
  for (int k = 0; k < P * P; ++k) CHECK_EQ(sums.hessian[k], h[k]);
  CHECK_EQ(sums.margin, -HUGE_VAL);
}

int main(void) {
  host = new_host(1);
  sums = cal_logistic_sums_new(&host.host, MAX_INPUTS);
  finds_the_known_minimum();
  agrees_with_the_closed_form();
  knows_the_margin();
  touching_classes_have_no_minimum();
  has_no_slope_at_the_minimum();
  subtracts_rows();
  sums_what_the_definition_says();
  leaves_out_the_value();
  free_host(&host);
  return check_report("logistic");
}
