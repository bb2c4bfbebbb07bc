#include "kernels/classes/entropy.h"

#include "check.h"

static double entropy_of(const double* row, ptrdiff_t k) {
  const struct cal_rows rows = {.p = row, .n = 1, .k = k};
  double h;
  cal_entropy(&rows, 0, 1, &h);
  return h;
}

static void test_known_values(void) {
  const double uniform[] = {0.25, 0.25, 0.25, 0.25}, vertex[] = {0, 1, 0}, half[] = {0.5, 0.5, 0};
  CHECK_NEAR(entropy_of(uniform, 4), log(4), 1e-15);
  CHECK_EQ(entropy_of(vertex, 3), 0);
  CHECK_NEAR(entropy_of(half, 3), log(2), 1e-15);
}

// -e ln e - (1 - e) ln(1 - e), which is e (1 - ln e) for a small e.
static void test_near_a_vertex(void) {
  const double e = 1e-20, row[] = {1, e};
  CHECK_NEAR(entropy_of(row, 2), e * (1 - log(e)), 1e-15);
}

static void test_rows_are_apart(void) {
  const double p[] = {1, 0.5, 0, 0.5};
  const struct cal_rows rows = {.p = p, .n = 2, .k = 2};
  double h[2] = {-1, -1};
  cal_entropy(&rows, 1, 2, h);
  CHECK_EQ(h[0], -1);
  cal_entropy(&rows, 0, 1, h);
  CHECK_EQ(h[0], 0);
  CHECK_NEAR(h[1], log(2), 1e-15);
}

static void test_totals_are_divided_out(void) {
  const double row[] = {3, 1}, share[] = {0.75, 0.25};
  CHECK_NEAR(entropy_of(row, 2), entropy_of(share, 2), 1e-15);
}

int main(void) {
  test_known_values();
  test_near_a_vertex();
  test_rows_are_apart();
  test_totals_are_divided_out();
  return check_report("entropy");
}
