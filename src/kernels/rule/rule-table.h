#ifndef CALIBRANT_KERNELS_RULE_RULE_TABLE_H
#define CALIBRANT_KERNELS_RULE_RULE_TABLE_H

#include <stddef.h>

// Costs of a scoring rule under H1 and H2, and their slopes, at the posterior log odds `from`,
// `from + step`, ..., n of them, at least two. Between them the cost is the cubic with these values
// and slopes, beyond them it is straight.
struct cal_rule_table {
  double from, step;
  ptrdiff_t n;
  const double *h1, *h2, *slope_h1, *slope_h2;
};

// A cost with its first and second derivative.
struct cal_rule_terms {
  double value, slope, bend;
};

// The costs under H1 and under H2 at the finite log odds z.
struct cal_rule_terms cal_rule_cost_h1(const struct cal_rule_table* table, double z);
struct cal_rule_terms cal_rule_cost_h2(const struct cal_rule_table* table, double z);

#endif
