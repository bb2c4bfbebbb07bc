#include "kernels/classes/complement.h"

#include "check.h"

static void complement_of(const double* row, ptrdiff_t k, double* out) {
  const struct cal_rows rows = {.p = row, .n = 1, .k = k};
  cal_complement(&rows, 0, 1, out);
}

static void test_example_of_the_paper(void) {
  const double row[] = {0.5, 0.5, 0, 0, 0};
  double q[5];
  complement_of(row, 5, q);
  for (int j = 0; j < 5; ++j) CHECK_NEAR(q[j], (j < 2 ? 2 : 1) / 7.0, 1e-15);
}

static void test_fixed_points(void) {
  const double vertex[] = {0, 0, 1}, third = 1 / 3.0, uniform[] = {third, third, third};
  double q[3];
  complement_of(vertex, 3, q);
  for (int j = 0; j < 3; ++j) CHECK_EQ(q[j], vertex[j]);
  complement_of(uniform, 3, q);
  for (int j = 0; j < 3; ++j) CHECK_NEAR(q[j], third, 1e-15);
}

// Rounding loses 1 - p, or 1 / (1 - p) overflows.
static void test_near_a_vertex(void) {
  const double tiny[] = {1e-20, 1, 1e-20}, least[] = {1, 4e-324, 0};
  double q[3];
  complement_of(tiny, 3, q);
  CHECK_NEAR(q[0], 2e-20, 1e-15);
  CHECK_EQ(q[1], 1);
  complement_of(least, 3, q);
  CHECK_EQ(q[0], 1);
  CHECK(q[1] > 0 && q[1] < 1e-300);
}

static void test_two_classes_stay(void) {
  const double row[] = {0.3, 0.7};
  double q[2];
  complement_of(row, 2, q);
  CHECK_NEAR(q[0], 0.3, 1e-15);
}

int main(void) {
  test_example_of_the_paper();
  test_fixed_points();
  test_near_a_vertex();
  test_two_classes_stay();
  return check_report("complement");
}
