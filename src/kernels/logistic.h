#ifndef CALIBRANT_KERNELS_LOGISTIC_H
#define CALIBRANT_KERNELS_LOGISTIC_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/sum.h"

// Prior-weighted logistic regression: minimises over theta, d slopes and an offset,
//   sum_i weight_h1[i] softplus(-z_i) + weight_h2[i] softplus(z_i)   (nats),
//   z_i = slopes . x_i + offset + log_odds.
// Brummer 2010, eq. 8.16 and 8.17. Input k of row i is x[k * n + i], finite.
// `find_separation` may be set where no weight is negative: then a theta that ranks every row
// with H1 weight above every row with H2 weight ends the search, because no minimum exists.
struct cal_logistic {
  const double *x, *weight_h1, *weight_h2;
  ptrdiff_t n, d;
  double log_odds;
  bool find_separation;
};

enum cal_logistic_status {
  CAL_LOGISTIC_RUNNING,
  CAL_LOGISTIC_CONVERGED,
  CAL_LOGISTIC_SEPARATED,
  CAL_LOGISTIC_SINGULAR,
  CAL_LOGISTIC_STOPPED
};

// Scratch for d inputs: `sums` has room for d + 2, `values` for (d + 1) * (d + 4).
struct cal_logistic_work {
  struct cal_sum* sums;
  double* values;
};

// A search on its way. `theta` has d + 1 elements, the offset last, and starts as the guess;
// `hessian` has room for (d + 1)^2 and holds the second derivatives at theta. Both and the scratch
// are the caller's.
struct cal_logistic_search {
  double *theta, *hessian;
  struct cal_logistic_work work;
  double objective;
  int iterations;
  bool separated;
};

// Newton's method with backtracking, to the precision of a double: begin, then one step after the
// other as long as the status is running. `theta` means nothing unless the search converges.
void cal_logistic_begin(const struct cal_logistic* problem, struct cal_logistic_search* search);
enum cal_logistic_status cal_logistic_step(const struct cal_logistic* problem,
                                           struct cal_logistic_search* search);

// The same in one call, for few rows.
enum cal_logistic_status cal_logistic(const struct cal_logistic* problem,
                                      struct cal_logistic_search* search);

#endif
