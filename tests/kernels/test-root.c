#include "kernels/base/root.h"

#include <float.h>
#include <math.h>

#include "check.h"

static int n_calls;

static double cubic(void* data, double x) {
  ++n_calls;
  return x * x * x - *(double*)data;
}

static void a_root_is_found_to_the_last_digits(void) {
  for (double c = 1e-6; c < 1e6; c *= 7) {
    const struct cal_function f = {cubic, &c};
    CHECK_NEAR(cal_find_root(f, -10, 1000, 1e-15), cbrt(c), 1e-12);
    CHECK_NEAR(cal_find_root(f, 1000, -10, 1e-15), cbrt(c), 1e-12);
  }
}

static double step(void* data, double x) { return x < *(double*)data ? -1e300 : 1e-300; }

static void ends_and_jumps_are_roots_too(void) {
  double c = 8, jump = 0.7;
  CHECK_EQ(cal_find_root((struct cal_function){cubic, &c}, 2, 5, 1e-15), 2);
  CHECK_EQ(cal_find_root((struct cal_function){cubic, &c}, -5, 2, 1e-15), 2);
  CHECK_NEAR(cal_find_root((struct cal_function){step, &jump}, -3, 9, 1e-15), 0.7, 1e-14);
}

static double bowl(void* data, double x) {
  ++n_calls;
  return cosh(x - *(double*)data);
}

static void a_minimum_is_found_in_few_steps(void) {
  for (double at = -2; at < 3; at += 0.3) {
    n_calls = 0;
    const double found = cal_find_minimum((struct cal_function){bowl, &at}, -4, 5, 1e-9);
    CHECK(fabs(found - at) < 1e-7);
    CHECK(n_calls < 40);
  }
  double beyond = 7;
  CHECK_NEAR(cal_find_minimum((struct cal_function){bowl, &beyond}, -4, 5, 1e-9), 5, 1e-6);
}

int main(void) {
  a_root_is_found_to_the_last_digits();
  ends_and_jumps_are_roots_too();
  a_minimum_is_found_in_few_steps();
  return check_report("root");
}
