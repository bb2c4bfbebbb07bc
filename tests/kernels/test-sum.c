#include "kernels/base/sum.h"

#include <float.h>

#include "check.h"

static double sum_of(const double* x, int n) {
  struct cal_sum sum = {0};
  for (int i = 0; i < n; ++i) cal_sum_add(&sum, x[i]);
  return cal_sum_value(sum);
}

static void test_nothing_adds_up_to_zero(void) { CHECK_EQ(sum_of(NULL, 0), 0.0); }

static void test_keeps_what_a_plain_sum_loses(void) {
  const double lost_first[] = {1, 1e100, 1, -1e100};
  CHECK_EQ(sum_of(lost_first, 4), 2.0);
  const double lost_last[] = {1e100, 1, 1, -1e100};
  CHECK_EQ(sum_of(lost_last, 4), 2.0);
}

static void test_error_does_not_grow(void) {
  struct cal_sum sum = {0};
  double plain = 0;
  for (int i = 0; i < 1000000; ++i) {
    cal_sum_add(&sum, 0.1);
    plain += 0.1;
  }
  CHECK_NEAR(cal_sum_value(sum), 100000.0, 2 * DBL_EPSILON);
  CHECK(fabs(plain - 100000.0) > 1e-7);
}

static void test_infinite_terms_stay_infinite(void) {
  const double x[] = {1, INFINITY, 2, 3};
  CHECK_EQ(sum_of(x, 4), INFINITY);
  const double y[] = {-INFINITY, 1};
  CHECK_EQ(sum_of(y, 2), -INFINITY);
}

int main(void) {
  test_nothing_adds_up_to_zero();
  test_keeps_what_a_plain_sum_loses();
  test_error_does_not_grow();
  test_infinite_terms_stay_infinite();
  return check_report("sum");
}
