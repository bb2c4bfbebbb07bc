#ifndef CALIBRANT_KERNELS_RULE_RULE_FIT_H
#define CALIBRANT_KERNELS_RULE_RULE_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/base/host.h"
#include "kernels/base/newton.h"
#include "kernels/rule/rule-table.h"

// n rows with d inputs, input k of row i at x[k * n + i], finite and of the order of 1. Row i has
// the weights h1[i] under H1 and h2[i] under H2.
struct cal_rule_rows {
  const double* x;
  ptrdiff_t n, d;
  const double *h1, *h2;
  double log_odds;
};

// Outcome of a fit: the objective at its end, the number of steps, and whether the parameters
// diverged, as they do without a minimum.
struct cal_rule_end {
  enum cal_newton_status status;
  double value;
  int n_steps;
  bool diverged;
};

// Looks for a minimum over theta, d slopes and an offset, of sum_i h1[i] C1(z_i) + h2[i] C2(z_i),
//   z_i = slopes . x_i + offset + log_odds (Brummer 2010, eq. 8.15), from `theta`, which becomes
//   the minimum. Newton's method where the Hessian is positive definite, and elsewhere steps with
//   the Hessian that is expected where the posteriors are right, which is never negative. If the
//   rule is convex in z, the minimum is global; otherwise it is local.
struct cal_rule_end cal_rule_fit(struct cal_host* host, const struct cal_rule_rows* rows,
                                 const struct cal_rule_table* table, double* theta);

#endif
