#include "kernels/logistic/logistic-errors.h"

#include <float.h>

#include "logistic-trials.h"

static struct test_host host;

// A matrix times its inverse is the identity, for any units of its rows.
static void inverts_in_any_units(void) {
  const double matrix[] = {4, 1, .5, 1, 3, -1, .5, -1, 2};
  const double units[][P] = {{1, 1, 1}, {1e100, 1, 1e-100}, {1e-150, 1e-150, 1}, {1, 1e140, 1e-9}};
  for (int u = 0; u < 4; ++u) {
    double scaled[P * P], inverse[P * P];
    for (int k = 0; k < P * P; ++k) scaled[k] = matrix[k] * units[u][k / P] * units[u][k % P];
    cal_fit_invert(&host.host, scaled, P, inverse);
    for (int k = 0; k < P * P; ++k) {
      double product = 0;
      for (int j = 0; j < P; ++j) {
        product += matrix[k / P * P + j] * inverse[j * P + k % P] * units[u][j] * units[u][k % P];
      }
      CHECK(fabs(product - (k / P == k % P)) < 1e-14);
    }
  }
}

static void what_is_not_definite_has_no_inverse(void) {
  const double matrices[][4] = {{1, 2, 2, 1}, {1, 1, 1, 1}, {0, 0, 0, 1}, {-1, 0, 0, 1}};
  for (int i = 0; i < 4; ++i) {
    double inverse[4];
    cal_fit_invert(&host.host, matrices[i], 2, inverse);
    for (int k = 0; k < 4; ++k) CHECK(isnan(inverse[k]));
  }
}

static struct cal_logistic weighted_trials(double prior, double totals[2]) {
  struct cal_logistic problem = many_trials();
  cal_logistic_totals(&problem, totals);
  for (int c = 0; c < 2; ++c) problem.each_h1[c] = problem.each_h2[c] = 0;
  problem.each_h1[CAL_H1] = prior / totals[CAL_H1];
  problem.each_h2[CAL_H2] = (1 - prior) / totals[CAL_H2];
  return problem;
}

struct ended {
  double coefficients[P], vcov[P * P], vcov_sandwich[P * P], vcov_hessian[P * P], cost;
};

static struct ended finish(const struct cal_logistic* problem, const double* theta, double stretch,
                           double prior, const double totals[2]) {
  struct ended ended;
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, problem->d);
  struct cal_logistic_scatter scatter = cal_logistic_scatter_new(&host.host, problem->d, &sums);
  scatter.share[CAL_H1] = pow(prior / totals[CAL_H1], 2);
  scatter.share[CAL_H2] = pow((1 - prior) / totals[CAL_H2], 2);
  cal_logistic_scatter_find(&host.host, problem, theta, &scatter);
  const struct cal_fit_end end = {.d = problem->d,
                                  .frame = problem->frame,
                                  .theta = theta,
                                  .stretch = stretch,
                                  .scatter = &scatter,
                                  .prior = prior,
                                  .totals = {totals[0], totals[1]}};
  struct cal_fit fit = {.coefficients = ended.coefficients,
                        .vcov = ended.vcov,
                        .vcov_sandwich = ended.vcov_sandwich,
                        .vcov_hessian = ended.vcov_hessian};
  CHECK(cal_fit_finish(&host.host, &end, &fit));
  ended.cost = fit.cost;
  return ended;
}

static const struct cal_frame none[] = {{1, 0, 1, HUGE_VAL}, {1, 0, 1, HUGE_VAL}};
static const struct cal_frame wide[] = {{2, .5, 3, HUGE_VAL}, {.25, 24, .8, HUGE_VAL}};

// The same point in frames and without frames.
static void frames_leave_no_trace(void) {
  const double theta[P] = {.7, -.4, .2}, prior = .3;
  double totals[2], bare[P];
  struct cal_logistic problem = weighted_trials(prior, totals);
  problem.frame = wide;
  const struct ended found = finish(&problem, theta, 1, prior, totals);
  bare[P - 1] = theta[P - 1];
  for (int k = 0; k < MAX_INPUTS; ++k) {
    bare[k] = theta[k] * wide[k].scale * wide[k].unit;
    bare[P - 1] -= theta[k] * wide[k].centre * wide[k].scale;
  }
  problem.frame = none;
  const struct ended known = finish(&problem, bare, 1, prior, totals);
  for (int k = 0; k < P; ++k) CHECK_NEAR(found.coefficients[k], known.coefficients[k], 1e-13);
  for (int k = 0; k < P * P; ++k) {
    CHECK_NEAR(found.vcov[k], known.vcov[k], 1e-8);
    CHECK_NEAR(found.vcov_sandwich[k], known.vcov_sandwich[k], 1e-8);
    CHECK_NEAR(found.vcov_hessian[k], known.vcov_hessian[k], 1e-8);
  }
  CHECK_NEAR(found.cost, known.cost, 1e-12);
}

// Slopes of stretched inputs are larger by the same factor.
static void a_stretch_is_undone(void) {
  const double theta[P] = {.7, -.4, .2};
  double totals[2];
  struct cal_logistic problem = weighted_trials(.5, totals);
  problem.frame = wide;
  const struct ended one = finish(&problem, theta, 1, .5, totals);
  const struct ended two = finish(&problem, theta, 2, .5, totals);
  for (int k = 0; k < MAX_INPUTS; ++k) {
    CHECK_NEAR(two.coefficients[k], 2 * one.coefficients[k], 1e-15);
    CHECK_NEAR(two.vcov[k * P + k], 4 * one.vcov[k * P + k], 1e-13);
    CHECK_NEAR(two.vcov_sandwich[k * P + k], 4 * one.vcov_sandwich[k * P + k], 1e-13);
    CHECK_NEAR(two.vcov_hessian[k * P + P - 1], 2 * one.vcov_hessian[k * P + P - 1], 1e-9);
  }
  CHECK_EQ(two.coefficients[P - 1], one.coefficients[P - 1]);
}

// The offset alone, without an input, has the variance of a mean within each class over the squared
// curvature.
static void the_offset_alone_is_known(void) {
  const double prior = .3, z = .4, theta[] = {z}, x[] = {0}, totals[2] = {60, 40};
  const double n_h1[] = {40}, n_h2[] = {60}, p = 1 / (1 + exp(-z));
  struct cal_logistic problem = {.x = x, .n = 1, .d = 0, .n_h1 = n_h1, .n_h2 = n_h2};
  problem.each_h1[CAL_H1] = prior / 40;
  problem.each_h2[CAL_H2] = (1 - prior) / 60;
  const struct ended found = finish(&problem, theta, 1, prior, totals);
  CHECK_EQ(found.coefficients[0], z);
  CHECK_NEAR(found.vcov_hessian[0], 1 / (p * (1 - p)) / 100, 1e-13);
  CHECK(fabs(found.vcov_sandwich[0]) < 1e-15);
  CHECK_NEAR(found.cost, prior * log1p(exp(-z)) + (1 - prior) * log1p(exp(z)), 1e-14);
}

// Adds the variance of a sum of gradients p (x, 1) over as many redrawn trials: the scatter of the
// gradients of trials that count as weight[i], times the square of the share of each trial.
static void add_scatter(const double* x, const double* p, const double* weight, int n, double share,
                        double total, double spread[2][2]) {
  double sum[2] = {0};
  for (int i = 0; i < n; ++i) {
    const double g[] = {p[i] * x[i], p[i]};
    for (int a = 0; a < 2; ++a) {
      sum[a] += weight[i] * g[a];
      for (int b = 0; b < 2; ++b) spread[a][b] += share * share * weight[i] * g[a] * g[b];
    }
  }
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 2; ++b) spread[a][b] -= share * share * sum[a] * sum[b] / total;
  }
}

// The inverse of h on both sides of the spread, for two parameters.
static void check_sandwich(double h[2][2], double spread[2][2], const double* found) {
  const double det = h[0][0] * h[1][1] - h[0][1] * h[1][0];
  const double inverse[2][2] = {{h[1][1] / det, -h[0][1] / det}, {-h[1][0] / det, h[0][0] / det}};
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 2; ++b) {
      double known = 0;
      for (int k = 0; k < 4; ++k) {
        known += inverse[a][k / 2] * spread[k / 2][k % 2] * inverse[k % 2][b];
      }
      CHECK_NEAR(found[2 * a + b], known, 1e-12);
    }
  }
}

static void one_input_is_known(void) {
  enum { TRIALS = 7 };
  const double x[TRIALS] = {2, 1, -.5, .5, -1, -2, -3}, prior = .5, theta[] = {.8, .1};
  const double n_h1[TRIALS] = {1, 1, 1}, n_h2[TRIALS] = {0, 0, 0, 1, 1, 1, 1}, totals[] = {4, 3};
  double p_h1[TRIALS], p_h2[TRIALS], as_h1[TRIALS], as_h2[TRIALS];
  double h[2][2] = {{0}}, actual[2][2] = {{0}}, expected[2][2] = {{0}};
  const double share_h1 = prior / 3, share_h2 = prior / 4;
  for (int i = 0; i < TRIALS; ++i) {
    const double z = theta[0] * x[i] + theta[1], w = i < 3 ? share_h1 : share_h2;
    p_h1[i] = 1 / (1 + exp(-z));
    p_h2[i] = 1 / (1 + exp(z));
    as_h1[i] = 3 * exp(z) / (3 * exp(z) + 4);
    as_h2[i] = 4 / (3 * exp(z) + 4);
    const double g[] = {x[i], 1};
    for (int k = 0; k < 4; ++k) h[k / 2][k % 2] += w * p_h1[i] * p_h2[i] * g[k / 2] * g[k % 2];
  }
  add_scatter(x, p_h2, n_h1, TRIALS, share_h1, 3, actual);
  add_scatter(x, p_h1, n_h2, TRIALS, share_h2, 4, actual);
  add_scatter(x, p_h2, as_h1, TRIALS, share_h1, 3, expected);
  add_scatter(x, p_h1, as_h2, TRIALS, share_h2, 4, expected);

  struct cal_logistic problem = {
      .x = x, .frame = none, .n = TRIALS, .d = 1, .n_h1 = n_h1, .n_h2 = n_h2};
  problem.each_h1[CAL_H1] = share_h1;
  problem.each_h2[CAL_H2] = share_h2;
  const struct ended found = finish(&problem, theta, 1, prior, totals);
  check_sandwich(h, actual, found.vcov_sandwich);
  check_sandwich(h, expected, found.vcov);
}

static void slopes_beyond_the_doubles_are_told(void) {
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, 1);
  struct cal_logistic_scatter scatter = cal_logistic_scatter_new(&host.host, 1, &sums);
  const double theta[] = {2, 0};
  const struct cal_frame frame[] = {{0x1p1000, 0, 0x1p1000, HUGE_VAL},
                                    {0x1p-1000, 0, 0x1p-1000, HUGE_VAL},
                                    {1, DBL_MAX, 1, HUGE_VAL}};
  double coefficients[2], vcov[4], vcov_sandwich[4], vcov_hessian[4];
  struct cal_fit fit = {.coefficients = coefficients,
                        .vcov = vcov,
                        .vcov_sandwich = vcov_sandwich,
                        .vcov_hessian = vcov_hessian};
  for (int i = 0; i < 3; ++i) {
    const struct cal_fit_end end = {.d = 1,
                                    .frame = &frame[i],
                                    .theta = theta,
                                    .stretch = 1,
                                    .scatter = &scatter,
                                    .prior = .5,
                                    .totals = {1, 1}};
    CHECK(!cal_fit_finish(&host.host, &end, &fit));
  }
}

int main(void) {
  host = new_host(1);
  inverts_in_any_units();
  what_is_not_definite_has_no_inverse();
  frames_leave_no_trace();
  a_stretch_is_undone();
  the_offset_alone_is_known();
  one_input_is_known();
  slopes_beyond_the_doubles_are_told();
  free_host(&host);
  return check_report("logistic-errors");
}
