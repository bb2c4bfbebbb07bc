#include "kernels/rule/rule-table.h"

static struct cal_rule_terms straight(double value, double slope, double along) {
  return (struct cal_rule_terms){value + along * slope, slope, 0};
}

// The cubic by Hermite in the cell of z, `t` from 0 to 1 along it.
static struct cal_rule_terms cubic(const double* value, const double* slope, double t,
                                   double step) {
  const double a = value[0], b = step * slope[0];
  const double rise = value[1] - a, c = 3 * rise - 2 * b - step * slope[1];
  const double d = step * (slope[0] + slope[1]) - 2 * rise;
  return (struct cal_rule_terms){a + t * (b + t * (c + t * d)),
                                 (b + t * (2 * c + 3 * t * d)) / step,
                                 (2 * c + 6 * t * d) / (step * step)};
}

static struct cal_rule_terms look_up(const struct cal_rule_table* table, const double* value,
                                     const double* slope, double z) {
  const double at = (z - table->from) / table->step;
  const ptrdiff_t last = table->n - 1;
  if (at <= 0) return straight(value[0], slope[0], z - table->from);
  if (at >= (double)last)
    return straight(value[last], slope[last], z - table->from - (double)last * table->step);
  const ptrdiff_t cell = (ptrdiff_t)at;
  return cubic(value + cell, slope + cell, at - (double)cell, table->step);
}

struct cal_rule_terms cal_rule_cost_h1(const struct cal_rule_table* table, double z) {
  return look_up(table, table->h1, table->slope_h1, z);
}

struct cal_rule_terms cal_rule_cost_h2(const struct cal_rule_table* table, double z) {
  return look_up(table, table->h2, table->slope_h2, z);
}
