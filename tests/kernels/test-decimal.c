#include "kernels/read/decimal.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static double decimal(const char* digits, int exponent) {
  return cal_decimal(digits, (int)strlen(digits), exponent);
}

static void test_short(void) {
  CHECK_EQ(decimal("0", 0), 0);
  CHECK_EQ(decimal("15", -1), 1.5);
  CHECK_EQ(decimal("1", 22), 1e22);
  CHECK_EQ(decimal("1", 23), 1e23);
  CHECK_EQ(decimal("123456789012345678", -10), 12345678.9012345678);
  CHECK_EQ(decimal("9007199254740993", 0), 9007199254740992.0);
  CHECK_EQ(decimal("00000000000000000000000000012", -1), 1.2);
}

// Exactly between two doubles, the even one is taken, unless a nonzero digit follows later.
static void test_ties(void) {
  const char* half = "100000000000000011102230246251565404236316680908203125";
  CHECK_EQ(decimal(half, -53), 1.0);
  char more[100];
  strcpy(more, half);
  strcat(more, "00000000000000000001");
  CHECK_EQ(decimal(more, -73), 1.0 + DBL_EPSILON);
}

static void test_ends(void) {
  CHECK_EQ(decimal("17976931348623157", 292), DBL_MAX);
  CHECK_EQ(decimal("17976931348623159", 292), INFINITY);
  CHECK_EQ(decimal("1", 400), INFINITY);
  CHECK_EQ(decimal("22250738585072014", -324), DBL_MIN);
  CHECK_EQ(decimal("49406564584124654", -340), 4.9406564584124654e-324);
  CHECK_EQ(decimal("24703282292062327", -340), 0);
  CHECK_EQ(decimal("24703282292062328", -340), 4.9406564584124654e-324);
  CHECK_EQ(decimal("1", -900), 0);
}

// Digits of any number against the C library.
static void test_library(void) {
  uint64_t state = 1;
  int n_same = 0, n = 0;
  for (; n < 20000; ++n) {
    char text[64], digits[32];
    int n_digits = 1 + n % 25;
    for (int i = 0; i < n_digits; ++i) {
      state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      digits[i] = (char)('0' + (state >> 33) % 10);
    }
    digits[n_digits] = 0;
    const int exponent = (int)((state >> 40) % 680) - 350;
    snprintf(text, sizeof text, "%se%d", digits, exponent);
    n_same += cal_decimal(digits, n_digits, exponent) == strtod(text, NULL);
  }
  CHECK_EQ(n_same, n);
}

int main(void) {
  test_short();
  test_ties();
  test_ends();
  test_library();
  return check_report("decimal");
}
