#ifndef CALIBRANT_KERNELS_FIT_LOGISTIC_SCATTER_H
#define CALIBRANT_KERNELS_FIT_LOGISTIC_SCATTER_H

#include "kernels/fit/logistic.h"

// What standard errors and the cost of the fit need, trials being what a row stands for: the
// sums, over trials under hypothesis c, of softplus(-z) or softplus(z), `cost[c]`; of the
// probability of the other hypothesis times x, the constant last, `slope[c]`; and of the `outer`
// product of the latter with itself, times share[c]. The objective comes along.
struct cal_logistic_scatter {
  double share[2];
  struct cal_sum cost[2];
  double *slope[2], *outer;
  struct cal_logistic_sums* sums;
};

// One with scratch memory of the host, for d inputs. `share` is to be set.
struct cal_logistic_scatter cal_logistic_scatter_new(struct cal_host* host, ptrdiff_t d,
                                                     struct cal_logistic_sums* sums);

// Fills it in, and the sums.
void cal_logistic_scatter_find(struct cal_host* host, const struct cal_logistic* problem,
                               const double* theta, struct cal_logistic_scatter* scatter);

#endif
