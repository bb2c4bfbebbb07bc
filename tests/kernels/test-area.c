#include "kernels/rule/area.h"

#include <math.h>

#include "check.h"
#include "kernels/cost/cross-entropy.h"

static const double pi = 3.14159265358979323846;

// The integral of sigma(h) ln(1 + e^-(l + h)) by the trapezoid rule, which converges quickly for
// an analytic function that dies out on both sides.
static double integral(double l) {
  const double step = 0.02, reach = 60 + fabs(l);
  double sum = 0;
  for (double h = -reach; h <= reach; h += step) sum += cal_softplus(-l - h) / (1 + exp(-h));
  return sum * step;
}

static void test_integral_over_priors(void) {
  for (double l = -40; l <= 25; l += 0.43) CHECK_NEAR(cal_area_cost(l), integral(l), 1e-12);
}

static void test_published_values(void) {
  CHECK_NEAR(cal_area_cost(0), pi * pi / 6, 1e-15);
  CHECK_NEAR(cal_area_cost(-5), 15.7493150554, 1e-11);
  CHECK_NEAR(cal_area_cost(-1), 2.9224387010, 1e-10);
  CHECK_NEAR(cal_area_cost(0.5), 1.2039704885, 1e-10);
  CHECK_NEAR(cal_area_cost(3), 0.2036284081, 1e-9);
  CHECK_NEAR(cal_area_cost(10), 0.0004994101, 1e-6);
}

static void test_seams(void) {
  CHECK_NEAR(cal_area_cost(nextafter(2, 0)), cal_area_cost(2), 1e-14);
  CHECK_NEAR(cal_area_cost(-1e-300), cal_area_cost(1e-300), 1e-15);
}

// A'(l) = -l / (e^l - 1); the slope of an H2 trial is e^l times as large, so the rule is proper.
static void test_slope(void) {
  const double step = 1e-4;
  for (double l = -10; l <= 10; l += 0.37) {
    const double slope = (cal_area_cost(l + step) - cal_area_cost(l - step)) / (2 * step);
    CHECK_NEAR(slope, -l / expm1(l), 1e-6);
  }
}

static void test_far_out(void) {
  CHECK_NEAR(cal_area_cost(700), exp(-700) * 701, 1e-13);
  CHECK_NEAR(cal_area_cost(-1e6), 5e11 + pi * pi / 3, 1e-15);
  CHECK_EQ(cal_area_cost(INFINITY), 0);
  CHECK_EQ(cal_area_cost(-INFINITY), INFINITY);
}

int main(void) {
  test_integral_over_priors();
  test_published_values();
  test_seams();
  test_slope();
  test_far_out();
  return check_report("area");
}
