#include "kernels/rule/beta-rule.h"

#include <math.h>

#include "check.h"

// The integral of t^(s - 1) (1 - t)^(b - 1) / B(s + 1, b) from the log odds z on, by Simpson's rule
// along the log odds of t.
static double by_quadrature(double s, double b, double z) {
  const int n = 60000;
  const double from = z, to = fmax(z, 0) + 50 / b, step = (to - from) / n;
  const double log_beta = lgamma(s + 1) + lgamma(b) - lgamma(s + b + 1);
  double sum = 0;
  for (int i = 0; i <= n; ++i) {
    const double u = from + step * i, weight = i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2;
    const double log_t = -log1p(exp(-u)), log_rest = u > 0 ? -u - log1p(exp(-u)) : -log1p(exp(u));
    sum += weight * exp(s * log_t + b * log_rest - log_beta);
  }
  return sum * step / 3;
}

static const double exponents[][2] = {{1, 4},    {0, 2},     {-0.5, 0},   {0.02, 5}, {-0.02, 0.4},
                                      {3, -0.6}, {0.06, 0},  {0.049, 9},  {20, 3},   {-0.9, 7.5},
                                      {40, 200}, {2.5, 2.4}, {-0.3, 1.01}};

static void test_integral_of_the_density(void) {
  for (unsigned k = 0; k < sizeof exponents / sizeof *exponents; ++k) {
    const struct cal_beta_rule rule = cal_beta_rule_new(exponents[k][0], exponents[k][1]);
    for (double z = -12; z <= 8; z += 0.83) {
      const double cost = cal_beta_cost(&rule, cal_posterior_at(z));
      CHECK_NEAR(cost, by_quadrature(exponents[k][0], exponents[k][1] + 1, z), 1e-11);
    }
  }
}

// t (1 - t)^2 / B(2, 3) over t, integrated: 4 (1 - t)^3.
static void test_polynomial(void) {
  const struct cal_beta_rule rule = cal_beta_rule_new(1, 2);
  for (double z = -30; z <= 30; z += 0.71) {
    const double rest = cal_posterior_at(z).h2;
    CHECK_NEAR(cal_beta_cost(&rule, cal_posterior_at(z)), 4 * rest * rest * rest, 1e-13);
  }
}

static void test_nearly_equal_exponents(void) {
  for (double gamma = -0.7; gamma < 6; gamma += 0.31) {
    const struct cal_beta_rule equal = cal_beta_rule_new(gamma, gamma);
    const struct cal_beta_rule near = cal_beta_rule_new(gamma, gamma + 1e-11);
    for (double z = -20; z <= 20; z += 1.3) {
      const struct cal_posterior at = cal_posterior_at(z);
      CHECK_NEAR(cal_beta_cost(&near, at), cal_beta_cost(&equal, at), 1e-9);
    }
  }
}

static void test_seams(void) {
  for (unsigned k = 0; k < sizeof exponents / sizeof *exponents; ++k) {
    const struct cal_beta_rule rule = cal_beta_rule_new(exponents[k][0], exponents[k][1]);
    CHECK_NEAR(cal_beta_cost(&rule, cal_posterior_at(-1e-14)),
               cal_beta_cost(&rule, cal_posterior_at(0)), 1e-12);
  }
  const struct cal_beta_rule below = cal_beta_rule_new(0.05, 3),
                             above = cal_beta_rule_new(0.0500001, 3);
  CHECK_NEAR(cal_beta_cost(&below, cal_posterior_at(-5)),
             cal_beta_cost(&above, cal_posterior_at(-5)), 1e-5);
  const struct cal_beta_rule zero = cal_beta_rule_new(0, 2), near = cal_beta_rule_new(1e-12, 2);
  CHECK_NEAR(cal_beta_cost(&near, cal_posterior_at(-9)), cal_beta_cost(&zero, cal_posterior_at(-9)),
             1e-10);
}

static void test_certainty(void) {
  for (unsigned k = 0; k < sizeof exponents / sizeof *exponents; ++k) {
    const double s = exponents[k][0], b = exponents[k][1] + 1;
    const struct cal_beta_rule rule = cal_beta_rule_new(s, b - 1);
    CHECK_EQ(cal_beta_cost(&rule, cal_posterior_at(INFINITY)), 0);
    CHECK_NEAR(cal_beta_cost(&rule, cal_posterior_at(-INFINITY)), s > 0 ? (s + b) / s : HUGE_VAL,
               1e-12);
  }
}

// The cost falls like h2^b, even if h2 underflows.
static void test_far_out(void) {
  const struct cal_beta_rule slow = cal_beta_rule_new(-0.5, -0.9),
                             fast = cal_beta_rule_new(3, -0.9);
  CHECK_NEAR(log(cal_beta_cost(&slow, cal_posterior_at(900)) /
                 cal_beta_cost(&slow, cal_posterior_at(800))),
             -10, 1e-11);
  CHECK_NEAR(log(cal_beta_cost(&fast, cal_posterior_at(900)) /
                 cal_beta_cost(&fast, cal_posterior_at(800))),
             -10, 1e-11);
}

int main(void) {
  test_integral_of_the_density();
  test_polynomial();
  test_nearly_equal_exponents();
  test_seams();
  test_certainty();
  test_far_out();
  return check_report("beta-rule");
}
