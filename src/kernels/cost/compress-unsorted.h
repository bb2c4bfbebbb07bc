#ifndef CALIBRANT_KERNELS_COST_COMPRESS_UNSORTED_H
#define CALIBRANT_KERNELS_COST_COMPRESS_UNSORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/base/sum.h"
#include "kernels/base/trials.h"

// Replaces many trials in any order by few pseudo-trials with the same cross-entropy at every
// prior, to about 1e-16 relative, in one pass.
//
// The LLR axis is cut into bins so narrow that within one the cost of a trial is a polynomial of
// its place to all digits: it is analytic within pi, so Chebyshev interpolation at K nodes of a bin
// of width h errs by (4 pi / h)^-K. The sum of a polynomial over trials needs only the sums of
// powers of their places. These cost one addition each, and the eight powers of a trial fill two
// wide registers. At the end the moments of a bin become the weights of its K nodes (some may be
// negative). `cal_compress()` thins these out further.
enum { CAL_MOMENTS = 8, CAL_BINS_PER_NAT = 8 };

// Bins cover the LLRs from `low` to below `high` nats, whole numbers. The LLR (natural log) of a
// value is `value * unit`.
struct cal_moment_bins {
  double unit;
  int low, high;
};

// One bin more than needed, so that rounding cannot lead out of the table.
static inline ptrdiff_t cal_moment_bins_size(const struct cal_moment_bins* bins) {
  return (ptrdiff_t)(bins->high - bins->low) * CAL_BINS_PER_NAT + 1;
}

// Moments of the two classes in a bin, H2 first.
struct cal_moments {
  struct cal_sum sum[2][CAL_MOMENTS];
};

// Space for sums that move to `cal_moments` now and then, so that their rounding error does not
// grow with the number of trials.
struct cal_moment_batch {
  double sum[2][CAL_MOMENTS];
};

// Sums up moments in steps, so that long work can be interrupted or shared: clear, add any number
// of times, finish. `moments` and `batch` have one element for each bin and one more, for the
// trials outside of the bins, which are left out.
void cal_moments_clear(const struct cal_moment_bins* bins, struct cal_moments* moments,
                       struct cal_moment_batch* batch);
void cal_moments_add(const struct cal_moment_bins* bins, const struct cal_trials* trials,
                     struct cal_moments* moments, struct cal_moment_batch* batch);
void cal_moments_finish(const struct cal_moment_bins* bins, struct cal_moments* moments,
                        struct cal_moment_batch* batch);

// Adds the finished moments of other trials.
void cal_moments_merge(const struct cal_moment_bins* bins, struct cal_moments* moments,
                       const struct cal_moments* other);

// Number of nodes that `cal_moments_nodes()` writes, ascending.
ptrdiff_t cal_moments_size(const struct cal_moment_bins* bins, const struct cal_moments* moments);

void cal_moments_nodes(const struct cal_moment_bins* bins, const struct cal_moments* moments,
                       double* llr, double* n_h1, double* n_h2);

// The same for `n` bins with CAL_MOMENTS given moments each, of places from -1 to 1 in the bin. The
// results are the places of the nodes in a bin, and CAL_MOMENTS weights for each bin.
void cal_moment_weights(const double* moment, ptrdiff_t n, double* at, double* weight);

// Counts the trials of class c (1 for H1) outside of the bins: `n[c]`.
void cal_outside_count(const struct cal_moment_bins* bins, const struct cal_trials* trials,
                       ptrdiff_t n[2]);

// The LLRs of these trials as sort keys, in the order of the trials.
void cal_outside_keys(const struct cal_moment_bins* bins, const struct cal_trials* trials,
                      uint64_t* key_h1, uint64_t* key_h2);

#endif
