#include "kernels/fit/logistic.h"

#include <string.h>

#include "check.h"
#include "kernels/base/vector-path.h"

enum { MAX_INPUTS = 2, P = MAX_INPUTS + 1, SCRATCH = 4096, MANY = 1000 };

static double theta[P], step[P], factor[P * P], gradient[P], hessian[P * P], scratch[SCRATCH];

static struct cal_logistic_sums sums = {
    .gradient = gradient, .hessian = hessian, .scratch = scratch};

static struct cal_logistic counted(const double* x, const double* n_h1, const double* n_h2,
                                   ptrdiff_t n, ptrdiff_t d) {
  CHECK(cal_logistic_scratch(d) <= SCRATCH);
  return (struct cal_logistic){
      .x = x, .n = n, .d = d, .n_h1 = n_h1, .n_h2 = n_h2, .each_h1 = {1, 0}, .each_h2 = {0, 1}};
}

static void evaluate(const struct cal_logistic* problem) {
  cal_logistic_clear(problem, &sums);
  cal_logistic_add(problem, theta, 0, problem->n, &sums);
  cal_logistic_finish(problem, &sums);
}

static struct cal_newton minimise(const struct cal_logistic* problem,
                                  enum cal_newton_status* status) {
  struct cal_newton newton = {.n = problem->d + 1, .at = theta, .step = step, .factor = factor};
  memset(theta, 0, sizeof theta);
  *status = cal_logistic(problem, &newton, &sums);
  return newton;
}

static double find_minimum(const struct cal_logistic* problem) {
  enum cal_newton_status status;
  const struct cal_newton newton = minimise(problem, &status);
  CHECK(status == CAL_NEWTON_CONVERGED);
  CHECK(!cal_newton_diverged(&newton));
  return newton.value;
}

// ln LRs of five H2 and six H1 trials. The minimum is known to 15 digits (measures.md, section 8).
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
  CHECK_NEAR(hessian[0], bend_low + bend_high, 1e-12);
  CHECK_NEAR(hessian[1], bend_high - bend_low, 1e-11);
  CHECK_EQ(hessian[1], hessian[2]);
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
  problem.each_h1[1] = problem.each_h2[0] = .1;
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

// Rows may be taken out by negative weights.
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

static double many_x[2 * MANY], many_weight[MANY];
static int many_truth[MANY];

static struct cal_logistic many_trials(void) {
  for (int i = 0; i < MANY; ++i) {
    many_truth[i] = i % 5 == 0;
    many_x[i] = sin(3.0 * i) + many_truth[i];
    many_x[MANY + i] = 100 + 10 * cos(7.0 * i);
    many_weight[i] = 1 + i % 3;
  }
  return (struct cal_logistic){.x = many_x,
                               .n = MANY,
                               .d = 2,
                               .truth = many_truth,
                               .weight = many_weight,
                               .each_h1 = {.004, .0001},
                               .each_h2 = {.0002, .001},
                               .log_odds = .3};
}

static const struct cal_frame frames[] = {{2, .5, 3, HUGE_VAL}, {.25, 24, .8, .5}};

static double placed(ptrdiff_t i, int k) {
  if (k == 2) return 1;
  const struct cal_frame f = frames[k];
  return fmax(-f.far, fmin(f.far, (many_x[k * MANY + i] * f.unit - f.centre) * f.scale));
}

// All sums, by the book.
static void check_sums(const struct cal_logistic* problem) {
  double value = 0, g[P] = {0}, h[P * P] = {0};
  for (ptrdiff_t i = 0; i < MANY; ++i) {
    double z = problem->log_odds;
    for (int k = 0; k < P; ++k) z += theta[k] * placed(i, k);
    const int own = many_truth[i] ? 0 : 1;
    const double h1 = problem->each_h1[own] * many_weight[i];
    const double h2 = problem->each_h2[own] * many_weight[i];
    const double p = 1 / (1 + exp(-z));
    value -= h1 * log(p) + h2 * log(1 - p);
    for (int k = 0; k < P; ++k) {
      g[k] += (h2 * p - h1 * (1 - p)) * placed(i, k);
      for (int l = 0; l < P; ++l)
        h[k * P + l] += (h1 + h2) * p * (1 - p) * placed(i, k) * placed(i, l);
    }
  }
  CHECK_NEAR(cal_sum_value(sums.value), value, 1e-13);
  for (int k = 0; k < P; ++k) CHECK_NEAR(gradient[k], g[k], 1e-11);
  for (int k = 0; k < P * P; ++k) CHECK_NEAR(hessian[k], h[k], 1e-12);
}

static void sums_what_the_definition_says(void) {
  struct cal_logistic problem = many_trials();
  problem.frame = frames;
  theta[0] = .7;
  theta[1] = -.4;
  theta[2] = .2;
  for (int wide = 0; wide < 2; ++wide) {
    const bool before = cal_vector_allow_wide(wide);
    cal_logistic_clear(&problem, &sums);
    cal_logistic_add(&problem, theta, 300, MANY, &sums);
    cal_logistic_add(&problem, theta, 0, 300, &sums);
    cal_logistic_finish(&problem, &sums);
    check_sums(&problem);
    cal_vector_allow_wide(before);
  }
  memset(theta, 0, sizeof theta);
  evaluate(&problem);
  CHECK_NEAR(cal_logistic_at_zero(&problem), cal_sum_value(sums.value), 1e-13);
}

static void scatters_as_the_definition_says(void) {
  struct cal_logistic problem = many_trials();
  problem.frame = frames;
  double slope[2 * P] = {0}, outer[P * P] = {0}, cost[2] = {0}, s[2 * P] = {0}, o[P * P] = {0};
  double bend[P * P] = {0}, fall[P] = {0};
  struct cal_logistic_sums along = {.gradient = fall, .hessian = bend, .scratch = scratch};
  struct cal_logistic_scatter scatter = {
      .share = {2, 3}, .slope = {slope, slope + P}, .outer = outer, .sums = &along};
  theta[0] = .7;
  theta[1] = -.4;
  theta[2] = .2;
  cal_logistic_scatter_clear(&problem, &scatter);
  cal_logistic_scatter_add(&problem, theta, 0, 500, &scatter);
  cal_logistic_scatter_add(&problem, theta, 500, MANY, &scatter);
  cal_logistic_scatter_finish(&problem, &scatter);
  evaluate(&problem);
  CHECK_NEAR(cal_sum_value(along.value), cal_sum_value(sums.value), 1e-13);
  CHECK_EQ(along.margin, sums.margin);
  for (int k = 0; k < P; ++k) CHECK_NEAR(fall[k], gradient[k], 1e-11);
  for (int k = 0; k < P * P; ++k) CHECK_NEAR(bend[k], hessian[k], 1e-12);
  for (ptrdiff_t i = 0; i < MANY; ++i) {
    double z = problem.log_odds;
    for (int k = 0; k < P; ++k) z += theta[k] * placed(i, k);
    const int c = many_truth[i] ? 0 : 1;
    const double miss = 1 / (1 + exp(c == 0 ? z : -z));
    cost[c] -= many_weight[i] * log(1 - miss);
    for (int k = 0; k < P; ++k) {
      s[c * P + k] += many_weight[i] * miss * placed(i, k);
      for (int l = 0; l < P; ++l) {
        o[k * P + l] += (2 + c) * many_weight[i] * miss * miss * placed(i, k) * placed(i, l);
      }
    }
  }
  for (int c = 0; c < 2; ++c) CHECK_NEAR(cal_sum_value(scatter.cost[c]), cost[c], 1e-13);
  for (int k = 0; k < 2 * P; ++k) CHECK_NEAR(slope[k], s[k], 1e-11);
  for (int k = 0; k < P * P; ++k) CHECK_NEAR(outer[k], o[k], 1e-12);
}

// The derivatives alone are what they are with the rest.
static void leaves_out_the_value(void) {
  const struct cal_logistic problem = many_trials();
  theta[0] = .7;
  theta[1] = -.004;
  theta[2] = .2;
  evaluate(&problem);
  double g[P], h[P * P];
  memcpy(g, gradient, sizeof g);
  memcpy(h, hessian, sizeof h);
  sums.derivatives_only = true;
  evaluate(&problem);
  sums.derivatives_only = false;
  for (int k = 0; k < P; ++k) CHECK_EQ(gradient[k], g[k]);
  for (int k = 0; k < P * P; ++k) CHECK_EQ(hessian[k], h[k]);
  CHECK_EQ(sums.margin, -HUGE_VAL);
}

static void sums_products(void) {
  struct cal_logistic problem = many_trials();
  problem.frame = frames;
  cal_logistic_clear(&problem, &sums);
  memset(theta, 0, sizeof theta);
  cal_logistic_products_add(&problem, theta, 0, 100, &sums);
  cal_logistic_products_add(&problem, theta, 100, MANY, &sums);
  cal_logistic_finish(&problem, &sums);
  double products[P * P] = {0};
  for (ptrdiff_t i = 0; i < MANY; ++i) {
    const double n = many_weight[i] * (many_truth[i] ? .004 : .001);
    for (int k = 0; k < P * P; ++k) products[k] += n * placed(i, k / P) * placed(i, k % P);
  }
  for (int k = 0; k < P * P; ++k) CHECK_NEAR(hessian[k], products[k], 1e-12);
}

// The tilt is a quadratic around its place.
static void tilts_the_sums(void) {
  double at[] = {1, 2}, slope[] = {.5, -1}, bend[] = {4, 1, 1, 3}, to[] = {1.5, 1};
  const struct cal_logistic_tilt tilt = {.p = 2, .at = at, .gradient = slope, .hessian = bend};
  const struct cal_logistic problem = {.d = 1};
  cal_logistic_clear(&problem, &sums);
  cal_logistic_tilt(&tilt, to, &sums);
  CHECK_NEAR(cal_sum_value(sums.value), .5 * .5 + 1 + (4 * .25 - 2 * .5 + 3) / 2, 1e-15);
  CHECK_NEAR(gradient[0], .5 + 4 * .5 - 1, 1e-15);
  CHECK_NEAR(gradient[1], -1 + .5 - 3, 1e-15);
  for (int k = 0; k < 4; ++k) CHECK_EQ(hessian[k], bend[k]);
}

static void thins_each_class(void) {
  const struct cal_logistic problem = many_trials();
  const ptrdiff_t every[] = {8, 3}, n = 800 / 8 + 67;
  double x[2 * MANY], weight[MANY];
  int truth[MANY];
  cal_logistic_thin(&problem, every, n, x, truth, weight);
  int n_h1 = 0;
  for (ptrdiff_t i = 0; i < n; ++i) n_h1 += truth[i];
  CHECK_EQ(n_h1, 67);
  CHECK_EQ(x[0], many_x[0]);
  CHECK_EQ(x[1], many_x[1]);
  CHECK_EQ(x[n + 1], many_x[MANY + 1]);
  CHECK_EQ(weight[1], many_weight[1]);
}

int main(void) {
  finds_the_known_minimum();
  agrees_with_the_closed_form();
  knows_the_margin();
  touching_classes_have_no_minimum();
  has_no_slope_at_the_minimum();
  subtracts_rows();
  sums_what_the_definition_says();
  scatters_as_the_definition_says();
  leaves_out_the_value();
  sums_products();
  tilts_the_sums();
  thins_each_class();
  return check_report("logistic");
}
