#ifndef CALIBRANT_KERNELS_LOGISTIC_LEAVE_OUT_H
#define CALIBRANT_KERNELS_LOGISTIC_LEAVE_OUT_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/cost/cross-entropy.h"
#include "kernels/logistic/logistic.h"

// Trials of comparisons, and which of them involve each source: `member[start[s]]` up to
// `member[start[s + 1]]` are the trials of source s. `llr` may be infinite.
struct cal_comparisons {
  const double *llr, *n_h1, *n_h2;
  const int *start, *member;
};

// All trials: `points` stand for the finite ones in the cross-entropy, and `comparisons` hold each
// trial. `total_h1`, `total_h2` count all trials, infinite ones included. `lambda` is the number of
// pseudo-trials, see calibrate(). There are `n_trials` of them.
struct cal_leave_out {
  struct cal_points points;
  struct cal_comparisons comparisons;
  ptrdiff_t n_trials;
  double prior, lambda;
};

// Pairs of sources (which may be the same one twice).
struct cal_source_pairs {
  const int *first, *second;
  ptrdiff_t n;
};

// Affine calibrations of all trials but those that involve either source of a pair: slope and
// offset of pair i go to theta[2 * i] and theta[2 * i + 1]; NaN where the search did not converge.
// The search starts at (1, 0), and the result holds for slopes from 1/2 to 2, offsets within 5 and
// points that do.
void cal_leave_out_fit(struct cal_host* host, const struct cal_leave_out* all,
                       const struct cal_source_pairs* pairs, double* theta);

#endif
