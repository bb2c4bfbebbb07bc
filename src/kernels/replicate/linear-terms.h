#ifndef CALIBRANT_KERNELS_REPLICATE_LINEAR_TERMS_H
#define CALIBRANT_KERNELS_REPLICATE_LINEAR_TERMS_H

#include "kernels/replicate/replicate-statistics.h"
#include "kernels/replicate/smooth.h"

// The linear terms of the statistics of a sample: the value of a statistic in a replicate is its
// value in the sample plus, for each class, the mean term of the trials drawn less that of all
// trials, and a remainder of higher order. Means of costs and error rates have no remainder. A
// statistic after PAV is the least value over all monotone maps or thresholds, and its terms are
// the costs under the map or threshold that is best for the sample, since a minimum does not change
// to first order with the place where it is attained. The equal error rate is the largest of such
// minima over the weights of the two errors, and that of the area has the ranks of the trials
// (DeLong, DeLong and Clarke-Pearson 1988).

// The sample with its PAV blocks, of values or, with `smooth`, of the cells of that model: the
// blocks of a sample follow its accidents, which would add to the spread. `total` sums up the
// blocks. NULL weights mean that each trial counts as one. `block_h1` and `block_h2` are space for
// a number per block.
struct cal_linear {
  const struct cal_sorted_trials* trials;
  const struct cal_smooth* smooth;
  const double *weight_h1, *weight_h2;
  const struct cal_wanted* wanted;
  const struct cal_block* blocks;
  ptrdiff_t n_blocks;
  struct cal_chunk_sum total;
  double *block_h1, *block_h2;
};

// Fills in the terms of the `k`-th value of a statistic: `h1` for each H1 trial, in ascending
// order, `h2` for each H2 trial. Infinite costs have infinite terms. Terms of moments are those of
// the mean, divided by exp(`top`) of the moment; devPAV has NaN.
void cal_linear_terms(const struct cal_linear* of, enum cal_statistic which, ptrdiff_t k,
                      double* h1, double* h2);

#endif
