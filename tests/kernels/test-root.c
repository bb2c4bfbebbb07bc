#include "kernels/base/root.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "check.h"

static int n_calls;
static double lowest, highest;

static double cubic(void* data, double x) {
  ++n_calls;
  lowest = fmin(lowest, x);
  highest = fmax(highest, x);
  return x * x * x - *(double*)data;
}

static void a_root_is_found_to_the_last_digits(void) {
  for (double c = 1e-6; c < 1e6; c *= 7) {
    const struct cal_function f = {cubic, &c};
    CHECK_NEAR(cal_find_root(f, -10, 1000, 1e-15), cbrt(c), 1e-12);
    CHECK_NEAR(cal_find_root(f, 1000, -10, 1e-15), cbrt(c), 1e-12);
  }
}

static void no_place_outside_is_asked_for(void) {
  for (double c = 1e-9; c < 1e9; c *= 3) {
    lowest = HUGE_VAL, highest = -HUGE_VAL;
    cal_find_root((struct cal_function){cubic, &c}, -10, 1000, 1e-15);
    CHECK(lowest == -10 && highest == 1000);
  }
}

static double fall(void* data, double x) {
  ++n_calls;
  return exp(-x) - *(double*)data;
}

// Halving takes 50 steps.
static void a_smooth_root_is_found_in_few_steps(void) {
  for (int i = 1; i < 10; ++i) {
    double c = i / 10.0;
    n_calls = 0;
    const double found = cal_find_root((struct cal_function){fall, &c}, 0, 3, 1e-15);
    CHECK_NEAR(found, -log(c), 1e-14);
    CHECK(n_calls < 14);
  }
}

static double step(void* data, double x) { return x < *(double*)data ? -1e300 : 1e-300; }

static void ends_and_jumps_are_roots_too(void) {
  double c = 8, jump = 0.7;
  CHECK_EQ(cal_find_root((struct cal_function){cubic, &c}, 2, 5, 1e-15), 2);
  CHECK_EQ(cal_find_root((struct cal_function){cubic, &c}, -5, 2, 1e-15), 2);
  double one = -1;
  CHECK_EQ(cal_find_root((struct cal_function){cubic, &one}, 0, -5, 1e-15), -1);
  CHECK_NEAR(cal_find_root((struct cal_function){step, &jump}, -3, 9, 1e-15), 0.7, 1e-14);
}

static double bend(void* data, double x) {
  ++n_calls;
  return atan(20 * (x - *(double*)data));
}

// Halves the bracket if curvature would lead the step too far.
static void a_root_in_a_bend_is_found_in_few_steps(void) {
  n_calls = 0;
  for (int i = 0; i < 10; ++i) {
    double at = 0.05 + 0.1 * i;
    const double found = cal_find_root((struct cal_function){bend, &at}, -1, 2, 1e-13);
    CHECK_NEAR(found, at, 1e-12);
  }
  CHECK(n_calls < 150);
}

static double sign_of(void* data, double x) {
  (void)data;
  ++n_calls;
  return x > 0 ? 1 : -1;
}

// Halving from 1 to the smallest double takes more steps than allowed.
static void a_search_without_end_stops(void) {
  n_calls = 0;
  const double found = cal_find_root((struct cal_function){sign_of, NULL}, -1, 1, 0);
  CHECK(n_calls > 1000 && n_calls <= 1010);
  CHECK(fabs(found) < 1e-290);
}

static double bowl(void* data, double x) {
  ++n_calls;
  return cosh(x - *(double*)data);
}

static void a_minimum_is_found_in_few_steps(void) {
  int sum = 0;
  for (double at = -2; at < 3; at += 0.3) {
    n_calls = 0;
    const double found = cal_find_minimum((struct cal_function){bowl, &at}, -4, 5, 1e-9);
    CHECK(fabs(found - at) < 1e-7);
    CHECK(n_calls < 40);
    sum += n_calls;
  }
  CHECK(sum < 222);
  double beyond = 7;
  CHECK_NEAR(cal_find_minimum((struct cal_function){bowl, &beyond}, -4, 5, 1e-9), 5, 1e-6);
}

// The last position, and the shortest step to a point far from both ends.
static double last, shortest;

static double power(void* data, double x) {
  if (1 - fabs(x) > 1e-3) shortest = fmin(shortest, fabs(x - last));
  last = x;
  return pow(fabs(x - *(double*)data), 2.4);
}

// Some parabolas through three points have their minimum beyond the end. Then the search continues
// by the golden section, not by the shortest possible step.
static void a_minimum_at_an_end_is_found(void) {
  shortest = 1;
  for (double beyond = 1.01; beyond < 1.2; beyond += 0.001) {
    double centre = beyond;
    CHECK_NEAR(cal_find_minimum((struct cal_function){power, &centre}, -1, 1, 1e-9), 1, 1e-7);
    centre = -beyond;
    CHECK_NEAR(cal_find_minimum((struct cal_function){power, &centre}, -1, 1, 1e-9), -1, 1e-7);
  }
  CHECK(shortest > 1e-4);
}

int main(void) {
  a_root_is_found_to_the_last_digits();
  no_place_outside_is_asked_for();
  a_smooth_root_is_found_in_few_steps();
  a_root_in_a_bend_is_found_in_few_steps();
  ends_and_jumps_are_roots_too();
  a_search_without_end_stops();
  a_minimum_is_found_in_few_steps();
  a_minimum_at_an_end_is_found();
  return check_report("root");
}
