#include "check.h"
#include "kernels/pav/pav.h"

static double llr(double n_h1, double n_h2, double total_h1, double total_h2) {
  return cal_block_llr((struct cal_block){0, 0, n_h1, n_h2}, total_h1, total_h2);
}

// ln(1 + x) = x - x^2 / 2 + ... for LRs of (1 + 1/m), whose logs nearly cancel.
static void test_keeps_its_digits_near_even(void) {
  for (double m = 1e4; m <= 1e9; m *= 10) {
    const double x = 1 / m, expected = x - x * x / 2 + x * x * x / 3;
    CHECK_NEAR(llr(m + 1, m, 1e9, 1e9), expected, 3e-16 + x * x * x);
  }
  // The cross products differ by one in 1e30: 1e15 (1e15 + 2) against (1e15 + 1)^2.
  CHECK_NEAR(llr(1e15, 1e15 + 1, 1e15 + 1, 1e15 + 2), -1e-30, 1e-14);
}

static void test_is_the_ratio_elsewhere(void) {
  CHECK_NEAR(llr(3, 1, 4, 8), log(6), 3e-16);
  CHECK_NEAR(llr(1, 1e6, 1e8, 1e6), -log(1e8), 3e-16);
  CHECK_EQ(llr(7, 14, 21, 42), 0);
  CHECK_EQ(llr(1, 0, 4, 8), INFINITY);
  CHECK_EQ(llr(0, 1, 4, 8), -INFINITY);
}

static void test_changes_sign_with_the_hypotheses(void) {
  for (double m = 1; m < 40; ++m) {
    for (double n = 1; n < 40; ++n) CHECK_EQ(llr(m, n, 67, 91), -llr(n, m, 91, 67));
  }
}

// Cross products of weights may leave the range of doubles.
static void test_takes_weights_of_any_size(void) {
  CHECK_NEAR(llr(1e200, 3e200, 4e200, 4e200), -log(3), 1e-14);
  CHECK_NEAR(llr(1e-200, 3e-200, 4e-200, 4e-200), -log(3), 1e-14);
  CHECK_NEAR(llr(1e-160, 3e-160, 4e-160, 4e-160), -log(3), 1e-14);
}

int main(void) {
  test_keeps_its_digits_near_even();
  test_is_the_ratio_elsewhere();
  test_changes_sign_with_the_hypotheses();
  test_takes_weights_of_any_size();
  return check_report("block-llr");
}
