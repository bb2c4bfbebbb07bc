#include "kernels/base/gamma-tail.h"

#include <math.h>

#include "check.h"

static double log_tail(double a, double t) {
  const struct cal_gamma gamma = cal_gamma_new(a);
  return cal_gamma_log_tail(&gamma, log(t));
}

// Whole shapes: exp(-t) times the sum of t^k / k! over k < a.
static void test_whole_shapes(void) {
  for (int a = 1; a <= 40; a += 3) {
    for (double t = 0.01; t < 600; t *= 1.37) {
      double sum = 0, term = 1;
      for (int k = 0; k < a; ++k, term *= t / k) sum += term;
      const double found = log_tail(a, t), expected = log(sum) - t;
      if (expected > -0.1) continue;
      CHECK_NEAR(found, expected, 1e-12);
    }
  }
}

// Shape 1/2: the complement of the error function of sqrt(t).
static void test_half(void) {
  for (double t = 1e-6; t < 500; t *= 1.61) CHECK_NEAR(exp(log_tail(0.5, t)), erfc(sqrt(t)), 1e-12);
}

// Near 0 the tail is 1 less t^a / Gamma(a + 1).
static void test_near_zero(void) {
  for (double a = 0.51; a < 8; a += 0.7) {
    CHECK_NEAR(log(-log_tail(a, 1e-30)), a * log(1e-30) - lgamma(a + 1), 1e-13);
  }
  const struct cal_gamma gamma = cal_gamma_new(2);
  CHECK_EQ(cal_gamma_log_tail(&gamma, -INFINITY), 0);
  CHECK_EQ(cal_gamma_log_tail(&gamma, 1e3), -INFINITY);
}

// S(a + 1, t) = S(a, t) + t^a exp(-t) / Gamma(a + 1), also across the two formulas.
static void test_recurrence(void) {
  for (double a = 0.6; a < 90; a *= 1.31) {
    for (double t = a / 4; t < 6 * a + 10; t *= 1.21) {
      const double more = exp(a * log(t) - t - lgamma(a + 1));
      CHECK_NEAR(exp(log_tail(a + 1, t)), exp(log_tail(a, t)) + more, 1e-12);
    }
  }
}

static void test_density(void) {
  const struct cal_gamma gamma = cal_gamma_new(3.5);
  CHECK_NEAR(exp(cal_gamma_log_density(&gamma, log(2))), pow(2, 2.5) * exp(-2) / tgamma(3.5),
             1e-14);
}

int main(void) {
  test_whole_shapes();
  test_half();
  test_near_zero();
  test_recurrence();
  test_density();
  return check_report("gamma-tail");
}
