#ifndef CALIBRANT_KERNELS_FIT_INTEGRATED_H
#define CALIBRANT_KERNELS_FIT_INTEGRATED_H

#include <stddef.h>

#include "kernels/base/host.h"

// n ln LRs that are known up to errors with Student's t distribution: the means, the variances, and
// the degrees of freedom of these. Inputs can be drawn back in k directions. A step s_j in
// direction j lessens the mean by s_j fall_j, and steps make the variance
//   variance - 2 sum_j s_j pull_j + sum_jl s_j s_l curb_jl.
// Direction j of LR i is at [j * n + i], the curb of j and l at [(l * k + j) * n + i].
struct cal_unsure {
  ptrdiff_t n, k;
  double degrees;
  const double *mean, *variance, *fall, *pull, *curb;
};

// Each ln LR whose posterior at even odds is the mean over the errors. It has the sign of the mean
// and is no farther from 0. By itself it may fall where the mean rises, since the variance may grow
// faster. So `llr` is the farthest from 0 of all that can be had by steps in the directions towards
// 0: where one input supports a hypothesis more, the result does not support it less.
void cal_integrate(struct cal_host* host, const struct cal_unsure* unsure, double* llr);

#endif
