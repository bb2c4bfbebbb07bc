#include "kernels/base/common-log.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"

static double of_ln(double x) {
  double out;
  cal_common_log(&x, 1, log(10), &out);
  return out;
}

static void test_powers_of_ten_are_whole(void) {
  for (int power = -299; power <= 299; ++power) {
    CHECK_EQ(of_ln(log(pow(10, power))), power);
  }
}

static void test_short_numbers_have_their_logarithm(void) {
  const double numbers[] = {2,         3,       0.5,  1.05,    99.9,  350,    1e-9,
                            123456789, 0.00123, 7e15, 1.5e-12, 3e-20, 1.05e40};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
    CHECK_EQ(of_ln(log(numbers[i])), log10(numbers[i]));
    CHECK_EQ(of_ln(-log(numbers[i])), -log10(numbers[i]));
  }
}

// Powers of ten up to the largest that is exact.
static void test_short_numbers_may_be_long(void) {
  char text[32];
  for (int digits = 2; digits < 100; ++digits) {
    for (int power = 0; power <= 28; ++power) {
      snprintf(text, sizeof text, "%de%d", digits, power);
      const double x = strtod(text, NULL);
      CHECK_EQ(of_ln(log(x)), log10(x));
    }
  }
}

static void test_other_numbers_are_divided(void) {
  const double numbers[] = {1e-17, -1e-17, 1e-300, 0.1234567890123, -7.7, 1e17, DBL_MAX};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
    CHECK_NEAR(of_ln(numbers[i]), numbers[i] / log(10), 8 * DBL_EPSILON);
    CHECK((of_ln(numbers[i]) > 0) == (numbers[i] > 0));
  }
}

static void test_order_is_kept(void) {
  const double starts[] = {log(1000), log(2), log(1e-6), log(350), 0};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; ++i) {
    double x = starts[i];
    for (int step = 0; step < 40; ++step) x = nextafter(x, -INFINITY);
    for (int step = 0; step < 80; ++step) {
      const double next = nextafter(x, INFINITY);
      CHECK(of_ln(x) <= of_ln(next));
      x = next;
    }
  }
}

static void test_ends_stay(void) {
  CHECK_EQ(of_ln(INFINITY), INFINITY);
  CHECK_EQ(of_ln(-INFINITY), -INFINITY);
  CHECK_EQ(of_ln(0), 0);
  CHECK(isnan(of_ln(NAN)));
}

// More than two blocks, the last one short, in place and with ends among the others.
static void test_many_are_each_alone(void) {
  enum { N = 150 };
  double many[N], alone[N];
  for (int i = 0; i < N; ++i) {
    many[i] = i % 9 == 4 ? 1e300 * (i - 70) : i % 3 == 0 ? log(1 + i) : 0.37 * (i - 75);
    if (i == 64) many[i] = -INFINITY;
    alone[i] = of_ln(many[i]);
  }
  cal_common_log(many, N, log(10), many);
  for (int i = 0; i < N; ++i) CHECK_EQ(many[i], alone[i]);
}

int main(void) {
  test_powers_of_ten_are_whole();
  test_short_numbers_have_their_logarithm();
  test_short_numbers_may_be_long();
  test_other_numbers_are_divided();
  test_order_is_kept();
  test_ends_stay();
  test_many_are_each_alone();
  return check_report("common-log");
}
