#ifndef CALIBRANT_KERNELS_FIT_LEAVE_OUT_H
#define CALIBRANT_KERNELS_FIT_LEAVE_OUT_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/cost/cross-entropy.h"
#include "kernels/fit/logistic.h"

// Trials of comparisons, and which of them involve each source: `member[start[s]]` up to
// `member[start[s + 1]]` are the trials of source s. `llr` may be infinite.
struct cal_comparisons {
  const double *llr, *n_h1, *n_h2;
  const int *start, *member;
};

// Affine calibration of all trials but those that involve source i or source j (which may be the
// same). `points` stand for all finite trials in the cross-entropy; `comparisons` for each trial.
// `total_h1`, `total_h2` count all trials, `points` the finite ones. `lambda` is the weight of
// the pseudo-trials, see calibrate(). `newton` starts at the guess (1, 0) and ends at slope and
// offset. `rows` has room for 3 * capacity: points and the trials of two sources; `dropped` for
// one flag per trial, false before and after. The result holds for slopes from 1/2 to 2, offsets
// within 5 and points that do.
struct cal_leave_out {
  struct cal_points points;
  struct cal_comparisons comparisons;
  double prior, lambda;
};

struct cal_leave_out_work {
  double* rows;
  bool* dropped;
  ptrdiff_t capacity;
  struct cal_newton newton;
  struct cal_logistic_sums sums;
};

enum cal_newton_status cal_leave_out(const struct cal_leave_out* all, int i, int j,
                                     struct cal_leave_out_work* work);

#endif
