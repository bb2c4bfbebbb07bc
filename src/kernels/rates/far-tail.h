#ifndef CALIBRANT_KERNELS_RATES_FAR_TAIL_H
#define CALIBRANT_KERNELS_RATES_FAR_TAIL_H

#include <stddef.h>

#include "kernels/cost/cross-entropy.h"

// Misleading LRs of H2 beyond the largest observed one. If LRs are calibrated, the share of H2
// trials with an LR of k or more is E[1(LR >= k) / LR] under H1, so H1 trials estimate it. Points
// are single values, whose LLRs ascend.

// For each of `n` log LRs and above: the numbers of H2 and of H1 trials; the rate, a sum over H1
// trials of 1 / (N1 LR), and the sum of the squares of these, for limits; and the least and the
// greatest rate if the LLR x were slope x + offset, of the lines in the columns of `line`. An
// infinite LR adds nothing.
struct cal_far_tails {
  const double *log_lr, *line;
  ptrdiff_t n, n_lines;
  double *n_misleading, *n_strong, *rate, *square, *lowest, *highest;
};

void cal_find_far_tails(const struct cal_points* points, const struct cal_far_tails* tails);

// Comparison of both ways of counting, from the LLR that the `fewest` most misleading H2 trials
// reach, or -Inf if there are fewer: this LLR, and the number of H2 trials minus the number that H1
// trials predict, in standard errors. `n_certain`: infinite LRs of H2.
struct cal_tail_overlap {
  double from, z, n_certain;
};

struct cal_tail_overlap cal_find_overlap(const struct cal_points* points, double fewest);

#endif
