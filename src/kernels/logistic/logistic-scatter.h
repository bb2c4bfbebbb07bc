#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_SCATTER_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_SCATTER_H

#include "kernels/logistic/logistic.h"

// Sums over trials under hypothesis c: of the probability of the other hypothesis times x, the
// constant last, `slope[c]`; and of the `outer` product of that with itself, times share[c].
struct cal_trial_moments {
  double *slope[2], *outer;
};

// Sums for standard errors and the cost of the fit; a row stands for one or more trials. The sums,
// over trials under hypothesis c, of softplus(-z) or softplus(z) are `cost[c]`. The moments of the
// trials are taken as they are (`actual`) and as the fit expects them (`expected`): of the m trials
// on a row, m N1 LR / (N1 LR + N2) are then under H1 and the others under H2, whatever their truth.
// As share[c] is the square of the prior of c over its number of trials, sqrt(share[H1] /
// share[H2]) contains all of N1, N2 and the prior. The objective is summed as well.
struct cal_logistic_scatter {
  double share[2];
  struct cal_sum cost[2];
  struct cal_trial_moments actual, expected;
  struct cal_logistic_sums* sums;
};

// A scatter for d inputs, with scratch memory of the host. The caller sets `share`.
struct cal_logistic_scatter cal_logistic_scatter_new(struct cal_host* host, ptrdiff_t d,
                                                     struct cal_logistic_sums* sums);

// Fills in the scatter and the sums.
void cal_logistic_scatter_find(struct cal_host* host, const struct cal_logistic* problem,
                               const double* theta, struct cal_logistic_scatter* scatter);

#endif
