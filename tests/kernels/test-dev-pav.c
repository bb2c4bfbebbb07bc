#include "kernels/pav/dev-pav.h"

#include "check.h"

// Two blocks with LLRs of -ln 3 and ln 3 over -2..-1 and 1..2, joined by a line.
static void test_by_hand(void) {
  const struct cal_block blocks[] = {{0, 1, 1, 3}, {2, 3, 3, 1}};
  const double llr[] = {-2, -1, 1, 2}, ln3 = log(3);
  // |d| is 2 - ln 3 at both outer ends, ln 3 - 1 at the inner ones, and crosses 0 in between.
  const double outer = 2 - ln3, inner = ln3 - 1;
  const double block = (outer * outer + inner * inner) / (2 * (outer + inner));
  CHECK_NEAR(cal_dev_pav(blocks, 2, llr, 4, 4), (2 * block + 2 * inner / 2) / 4, 1e-14);
}

// One block with an LLR of 0; the identity stays on one side of it.
static void test_one_side(void) {
  const struct cal_block block[] = {{0, 1, 2, 2}};
  const double above[] = {0.2, 0.5}, below[] = {-0.5, -0.1};
  CHECK_NEAR(cal_dev_pav(block, 1, above, 2, 2), 0.35, 1e-15);
  CHECK_NEAR(cal_dev_pav(block, 1, below, 2, 2), 0.3, 1e-15);
}

static void test_perfect_and_undefined(void) {
  const struct cal_block one[] = {{0, 0, 2, 2}}, apart[] = {{0, 0, 0, 2}, {1, 1, 2, 0}};
  const double zero[] = {0}, llr[] = {-1, 1}, far[] = {-INFINITY};
  CHECK_EQ(cal_dev_pav(one, 1, zero, 2, 2), 0);
  CHECK(isnan(cal_dev_pav(apart, 2, llr, 2, 2)));
  CHECK_EQ(cal_dev_pav(one, 1, far, 2, 2), INFINITY);
  const struct cal_block wide[] = {{0, 1, 2, 2}};
  const double open[] = {0, INFINITY};
  CHECK_EQ(cal_dev_pav(wide, 1, open, 2, 2), INFINITY);
}

// LLRs after PAV are negligible compared with these large ones.
static void test_no_product_overflows(void) {
  const struct cal_block blocks[] = {{0, 1, 1, 3}, {2, 3, 3, 1}};
  const double llr[] = {-1.6e308, -.8e308, .8e308, 1.6e308};
  CHECK_NEAR(cal_dev_pav(blocks, 2, llr, 4, 4), .8e308, 1e-14);
}

int main(void) {
  test_by_hand();
  test_one_side();
  test_no_product_overflows();
  test_perfect_and_undefined();
  return check_report("dev-pav");
}
