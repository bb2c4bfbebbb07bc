#include "kernels/rule/rule-table.h"

#include "check.h"

enum { N = 9 };

// A cubic and its derivatives, which a table of cubics must reproduce.
static double cubic(double z) { return 2 - z + .5 * z * z - .25 * z * z * z; }
static double slope(double z) { return -1 + z - .75 * z * z; }
static double bend(double z) { return 1 - 1.5 * z; }

static double h1[N], h2[N], slope_h1[N], slope_h2[N];

static struct cal_rule_table table_of_cubics(double from, double step, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double z = from + (double)i * step;
    h1[i] = cubic(z);
    slope_h1[i] = slope(z);
    h2[i] = -3 * cubic(z);
    slope_h2[i] = -3 * slope(z);
  }
  return (struct cal_rule_table){from, step, n, h1, h2, slope_h1, slope_h2};
}

static void check_at(const struct cal_rule_table* table, double z) {
  const struct cal_rule_terms first = cal_rule_cost_h1(table, z);
  const struct cal_rule_terms second = cal_rule_cost_h2(table, z);
  CHECK(fabs(first.value - cubic(z)) < 1e-13);
  CHECK(fabs(first.slope - slope(z)) < 1e-13);
  CHECK(fabs(first.bend - bend(z)) < 1e-12);
  CHECK(fabs(second.value + 3 * cubic(z)) < 1e-12);
  CHECK(fabs(second.slope + 3 * slope(z)) < 1e-12);
  CHECK(fabs(second.bend + 3 * bend(z)) < 1e-11);
}

static void cubics_are_exact_between_the_places(void) {
  const struct cal_rule_table table = table_of_cubics(-2, .5, N);
  for (double z = -1.99; z < 2; z += .0373) check_at(&table, z);
  for (int i = 1; i < N - 1; ++i) check_at(&table, -2 + .5 * i);
}

static void the_ends_go_on_straight(void) {
  const struct cal_rule_table table = table_of_cubics(-2, .5, N);
  const double far[] = {0, 0x1p-30, 1, 100, 1e300};
  for (int i = 0; i < 5; ++i) {
    const struct cal_rule_terms below = cal_rule_cost_h1(&table, -2 - far[i]);
    const struct cal_rule_terms above = cal_rule_cost_h1(&table, 2 + far[i]);
    CHECK_NEAR(below.value, cubic(-2) - far[i] * slope(-2), 1e-13);
    CHECK_NEAR(above.value, cubic(2) + far[i] * slope(2), 1e-13);
    CHECK_EQ(below.slope, slope(-2));
    CHECK_EQ(above.slope, slope(2));
    CHECK_EQ(below.bend, 0);
    CHECK_EQ(above.bend, 0);
  }
}

static void two_places_are_enough(void) {
  const struct cal_rule_table table = table_of_cubics(-1, 2, 2);
  for (double z = -.99; z < 1; z += .07) check_at(&table, z);
  CHECK_EQ(cal_rule_cost_h2(&table, 1).value, -3 * cubic(1));
}

int main(void) {
  cubics_are_exact_between_the_places();
  the_ends_go_on_straight();
  two_places_are_enough();
  return check_report("rule-table");
}
