#include "kernels/fit/spline.h"

#include <string.h>

#include "check.h"
#include "host.h"

enum { N = 11, K = 4 };

static const double x[N] = {-2, -1.5, -1, -.4, 0, .3, .8, 1, 1.7, 2.2, 3};
static const double h1[N] = {0, 0, .05, 0, .1, .05, .1, 0, .1, .05, .05};
static const double h2[N] = {.1, .1, .05, .1, 0, .05, 0, .05, 0, .05, 0};
static const double knots[K] = {-1.2, -.1, .7, 1.9};

static const struct cal_spline spline = {knots, K};
static const struct cal_spline_rows rows = {
    .x = x, .h1 = h1, .h2 = h2, .n = N, .each_h1 = .05, .each_h2 = .05, .log_odds = .2};

// The curve by summing its slope in small steps.
static double curve(const double* theta, double at) {
  const int steps = 20000;
  const double width = (at - knots[0]) / steps;
  double sum = theta[0];
  for (int i = 0; i < steps; ++i) {
    const double u = knots[0] + (i + .5) * width;
    int j = 0;
    while (j + 2 < K && u >= knots[j + 1]) ++j;
    const double share = fmin(fmax((u - knots[j]) / (knots[j + 1] - knots[j]), 0), 1);
    sum += width * (theta[1 + j] + share * (theta[2 + j] - theta[1 + j]));
  }
  return sum;
}

static double literal(const double* theta, double penalty) {
  double value = 0;
  for (int i = 0; i < N; ++i) {
    const double z = curve(theta, x[i]) + rows.log_odds;
    value += h1[i] * log1p(exp(-z)) + h2[i] * log1p(exp(z));
  }
  for (int j = 0; j + 1 < K; ++j) {
    const double rise = theta[2 + j] - theta[1 + j];
    value += penalty / 2 * rise * rise / (knots[j + 1] - knots[j]);
  }
  return value;
}

static struct cal_spline_end fit(const struct cal_spline_rows* data, double penalty, double* theta,
                                 double* vcov) {
  struct test_host host = new_host(1);
  const double start[K + 1] = {-1.2, 1, 1, 1, 1};
  memcpy(theta, start, sizeof start);
  const struct cal_spline_end end = cal_spline_fit(&host.host, &spline, data, penalty, theta, vcov);
  free_host(&host);
  return end;
}

static void the_objective_is_literal_and_least(void) {
  const double penalties[] = {1e-3, .1, 10};
  for (int p = 0; p < 3; ++p) {
    double theta[K + 1];
    const struct cal_spline_end end = fit(&rows, penalties[p], theta, NULL);
    CHECK_NEAR(end.minimum, literal(theta, penalties[p]), 1e-8);
    CHECK(end.objective <= end.minimum);
    for (int k = 0; k <= K; ++k) {
      for (int sign = -1; sign <= 1; sign += 2) {
        double other[K + 1];
        memcpy(other, theta, sizeof other);
        other[k] += sign * 1e-2;
        if (k > 0) CHECK(theta[k] >= 0);
        if (k == 0 || other[k] >= 0) CHECK(literal(other, penalties[p]) > end.minimum);
      }
    }
  }
}

// A downward trend in the middle gives a slope of 0.
static void slopes_stop_at_zero(void) {
  const double up[N] = {0, 0, .1, .1, 0, 0, 0, 0, .1, .1, .1};
  const double down[N] = {.1, .1, 0, 0, .1, .1, .1, 0, 0, 0, 0};
  struct cal_spline_rows wavy = rows;
  wavy.h1 = up;
  wavy.h2 = down;
  double theta[K + 1];
  const struct cal_spline_end end = fit(&wavy, 1e-2, theta, NULL);
  bool any = false;
  for (int k = 1; k <= K; ++k) any = any || theta[k] == 0;
  CHECK(any);
  CHECK(end.n_steps < 100);
  CHECK(end.df < K + 1);
}

// A large penalty leaves a line with the cost of logistic regression: the gradient is 0 in both of
// its directions. The line has two degrees of freedom.
static void much_penalty_leaves_a_line(void) {
  double theta[K + 1];
  const struct cal_spline_end end = fit(&rows, 1e8, theta, NULL);
  for (int k = 2; k <= K; ++k) CHECK_NEAR(theta[k], theta[1], 1e-6);
  CHECK_NEAR(end.df, 2, 1e-6);
  double of_offset = 0, of_slope = 0;
  for (int i = 0; i < N; ++i) {
    const double z = theta[0] + theta[1] * (x[i] - knots[0]) + rows.log_odds;
    const double g = h2[i] / (1 + exp(-z)) - h1[i] / (1 + exp(z));
    of_offset += g;
    of_slope += g * x[i];
  }
  CHECK(fabs(of_offset) < 1e-7);
  CHECK(fabs(of_slope) < 1e-7);
}

// Leaves each trial out and fits again: the same to first order.
static void leaving_out_is_nearly_right(void) {
  double theta[K + 1], exact = 0;
  const struct cal_spline_end end = fit(&rows, .5, theta, NULL);
  for (int i = 0; i < N; ++i) {
    for (int c = 0; c < 2; ++c) {
      double less[N];
      const double* weights = c == 0 ? h1 : h2;
      if (weights[i] == 0) continue;
      struct cal_spline_rows others = rows;
      memcpy(less, weights, sizeof less);
      less[i] -= .05;
      if (c == 0) others.h1 = less;
      if (c == 1) others.h2 = less;
      fit(&others, .5, theta, NULL);
      const double z = curve(theta, x[i]) + rows.log_odds;
      exact += weights[i] * log1p(exp(c == 0 ? -z : z));
    }
  }
  CHECK(end.left_out > end.objective);
  CHECK_NEAR(end.left_out, exact, .05);
}

// The formula of the covariance is tested in R, on matrices.
static void the_covariance_is_one(void) {
  double theta[K + 1], vcov[(K + 1) * (K + 1)];
  fit(&rows, .1, theta, vcov);
  for (int k = 0; k <= K; ++k) {
    CHECK(vcov[k * (K + 1) + k] > 0);
    for (int l = 0; l < k; ++l) CHECK_NEAR(vcov[k * (K + 1) + l], vcov[l * (K + 1) + k], 1e-9);
  }
}

static void a_host_may_leave(void) {
  struct test_host host = new_host(1);
  double theta[K + 1] = {-1.2, 1, 1, 1, 1};
  host.leave_at = 3;
  if (setjmp(host.exit) == 0) {
    cal_spline_fit(&host.host, &spline, &rows, .1, theta, NULL);
    CHECK(false);
  } else {
    CHECK(true);
  }
  free_host(&host);
}

static void values_are_those_of_the_curve(void) {
  struct test_host host = new_host(1);
  const double theta[K + 1] = {-1.2, 1, .5, 0, 2};
  const double at[] = {-5, -1.2, -.3, -.1, 0, .7, 1, 1.9, 4};
  double out[9];
  cal_spline_at(&host.host, &spline, theta, at, 9, out);
  // The error of the sum of small steps is proportional to the sum.
  for (int i = 0; i < 9; ++i) CHECK_NEAR(out[i] - theta[0], curve(theta, at[i]) - theta[0], 1e-8);
  CHECK_NEAR(out[3], -1.2 + 1.1 * .75, 1e-14);
  CHECK_NEAR(out[6], -.1, 1e-14);
  CHECK_NEAR(out[8], -.175 + 1.2 + 2.1 * 2, 1e-14);
  free_host(&host);
}

static struct cal_spline_end fit_from(const double* start, const struct cal_spline_rows* data,
                                      double penalty, double* theta) {
  struct test_host host = new_host(1);
  memcpy(theta, start, (K + 1) * sizeof *theta);
  const struct cal_spline_end end = cal_spline_fit(&host.host, &spline, data, penalty, theta, NULL);
  free_host(&host);
  return end;
}

// Shortened steps lead away from a distant start at which all trials are certain.
static void any_start_leads_to_the_minimum(void) {
  const double far[K + 1] = {-60, 40, 40, 40, 40};
  double theta[K + 1], other[K + 1];
  const struct cal_spline_end end = fit(&rows, .1, theta, NULL);
  CHECK_NEAR(fit_from(far, &rows, .1, other).minimum, end.minimum, 1e-12);
  for (int k = 0; k <= K; ++k) CHECK(fabs(theta[k] - other[k]) < 1e-6);
}

// Slopes do not change if the last pieces have no rows and there is no penalty.
static void slopes_without_rows_stay(void) {
  const double start[K + 1] = {-1.2, 1, 1, 1, .75};
  double theta[K + 1];
  struct cal_spline_rows first = rows;
  first.n = 6;
  const struct cal_spline_end end = fit_from(start, &first, 0, theta);
  CHECK_EQ(theta[K], .75);
  CHECK(isfinite(end.minimum) && end.minimum < fit_from(start, &first, 1e9, theta).minimum);
}

// Separable rows have no minimum; the search ends near 0, where its steps end.
static void separable_rows_end_the_steps(void) {
  const double up[N] = {0, 0, 0, 0, 0, 0, .1, .1, .1, .1, .1},
               down[N] = {.1, .1, .1, .1, .1, .1, 0, 0, 0, 0, 0};
  struct cal_spline_rows apart = rows;
  apart.h1 = up;
  apart.h2 = down;
  double theta[K + 1];
  const struct cal_spline_end end = fit(&apart, 1e-200, theta, NULL);
  CHECK(end.n_steps > 100 && end.objective < 1e-30);
  for (int k = 0; k <= K; ++k) CHECK(isfinite(theta[k]));
}

// No step leads down from a point at which the objective is NaN.
static void a_start_beyond_all_numbers_stays(void) {
  const double start[K + 1] = {-HUGE_VAL, 1, 1, 1, 1};
  double theta[K + 1];
  const struct cal_spline_end end = fit_from(start, &rows, .1, theta);
  CHECK(end.n_steps <= 2 && !isfinite(end.minimum));
  for (int k = 0; k <= K; ++k) CHECK_EQ(theta[k], start[k]);
}

// Rows whose weights are divided into parts, some of them below 0, equal undivided rows; no part of
// a trial is left out alone.
static void nodes_stand_for_whole_trials(void) {
  const double shares[] = {1.5, -.5, .25, .75};
  double theta[K + 1], vcov[(K + 1) * (K + 1)], of_nodes[K + 1], vcov_nodes[(K + 1) * (K + 1)];
  const struct cal_spline_end end = fit(&rows, .1, theta, vcov);
  for (int s = 0; s < 4; s += 2) {
    double at[2 * N], up[2 * N], down[2 * N];
    for (int i = 0; i < 2 * N; ++i) {
      at[i] = x[i / 2];
      up[i] = h1[i / 2] * shares[s + i % 2];
      down[i] = h2[i / 2] * shares[s + i % 2];
    }
    struct cal_spline_rows nodes = rows;
    nodes.x = at;
    nodes.h1 = up;
    nodes.h2 = down;
    nodes.n = 2 * N;
    nodes.are_nodes = true;
    const struct cal_spline_end found = fit(&nodes, .1, of_nodes, vcov_nodes);
    CHECK_NEAR(found.left_out, end.left_out, 1e-12);
    CHECK_NEAR(found.df, end.df, 1e-12);
    CHECK_NEAR(found.minimum, end.minimum, 1e-13);
    for (int k = 0; k <= K; ++k) CHECK(fabs(of_nodes[k] - theta[k]) < 1e-9);
    for (int k = 0; k < (K + 1) * (K + 1); ++k) CHECK(fabs(vcov_nodes[k] - vcov[k]) < 1e-9);
    nodes.are_nodes = false;
    CHECK(fabs(fit(&nodes, .1, of_nodes, NULL).left_out - end.left_out) > 1e-3);
  }
}

int main(void) {
  values_are_those_of_the_curve();
  the_objective_is_literal_and_least();
  slopes_stop_at_zero();
  much_penalty_leaves_a_line();
  leaving_out_is_nearly_right();
  the_covariance_is_one();
  a_host_may_leave();
  any_start_leads_to_the_minimum();
  slopes_without_rows_stay();
  separable_rows_end_the_steps();
  a_start_beyond_all_numbers_stays();
  nodes_stand_for_whole_trials();
  return check_report("spline");
}
