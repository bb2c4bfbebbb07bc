#ifndef CALIBRANT_KERNELS_FIT_INTEGRATED_H
#define CALIBRANT_KERNELS_FIT_INTEGRATED_H

#include <stddef.h>

#include "kernels/base/host.h"

// n ln LRs, each the product of a row with p coefficients, which have errors with Student's t
// distribution: their covariance, and the degrees of freedom. Inputs can be shrunk in k directions:
// a step subtracts a multiple of direction j from the row. Coefficient c of row i is at [c * n +
// i], that of way j at [(j * p + c) * n + i].
struct cal_unsure {
  ptrdiff_t n, p, k;
  double degrees;
  const double *mean, *row, *way, *coefficients, *vcov;
};

// Finds each ln LR whose posterior at even odds is the mean over the errors. It has the sign of the
// mean and is no farther from 0. This LR alone may fall as the mean rises, since the variance may
// grow faster. So `llr` is the value farthest from 0 that steps towards 0 can reach. If an input
// supports a hypothesis more strongly, the result does not support it less.
void cal_integrate(struct cal_host* host, const struct cal_unsure* unsure, double* llr);

#endif
