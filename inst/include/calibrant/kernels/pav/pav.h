#ifndef CALIBRANT_KERNELS_PAV_PAV_H
#define CALIBRANT_KERNELS_PAV_PAV_H

#include <stddef.h>

// A run of neighbouring values `first..last` that PAV gives one LLR, and the number (or the
// weight) of H1 and of H2 trials on it.
struct cal_block {
  ptrdiff_t first, last;
  double n_h1, n_h2;
};

// Pools adjacent violators among `n` ascending distinct values that carry `n_h1[i]` H1 and
// `n_h2[i]` H2 trials (>= 0, not both zero). The share of H1 increases strictly from block to
// block. `blocks` has space for `capacity` and is the caller's. Returns the number of blocks, or -1
// if they do not fit. Brummer 2010, appendix C.5.
ptrdiff_t cal_pav(const double* n_h1, const double* n_h2, ptrdiff_t n, struct cal_block* blocks,
                  ptrdiff_t capacity);

// The same in pieces: adds the values `first..last` to the `n_blocks` blocks of the values before
// `first`, which `blocks` already holds.
ptrdiff_t cal_pav_extend(const double* n_h1, const double* n_h2, ptrdiff_t first, ptrdiff_t last,
                         struct cal_block* blocks, ptrdiff_t n_blocks, ptrdiff_t capacity);

// One step of PAV: pools the last of `n_blocks` blocks, the next run of values, into those before
// it while the order is violated. Returns the new number of blocks.
ptrdiff_t cal_pav_pool(struct cal_block* blocks, ptrdiff_t n_blocks);

// A capacity that suffices for `n` distinct values of `n_trials` unweighted trials: the blocks'
// shares m / (m + n) are distinct fractions, and T trials hold at most about 0.88 T^(2/3).
ptrdiff_t cal_pav_capacity(ptrdiff_t n, double n_trials);

// LLR (natural log) of a block in a set with `total_h1` and `total_h2` trials; -Inf for a block
// without H1 trials, +Inf for one without H2 trials. Brummer 2010, eq. C.20.
double cal_block_llr(struct cal_block block, double total_h1, double total_h2);

#endif
