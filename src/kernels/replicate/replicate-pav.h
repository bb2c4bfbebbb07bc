#ifndef CALIBRANT_KERNELS_REPLICATE_REPLICATE_PAV_H
#define CALIBRANT_KERNELS_REPLICATE_REPLICATE_PAV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/pav/pav.h"
#include "kernels/replicate/resample.h"

// Bootstrap replicates of measures of two-class LRs.
//
// The trials are sorted once. A replicate is then a number per trial in this order, how often it
// was drawn, and every measure is a pass over these numbers. PAV, the longest, skips most of them:
//   1. PAV can only part two values if the upper one has an H1 trial and an H2 trial is since the
//      last such place. These places, the steps, are the same in all replicates.
//   2. The steps are gathered into chunks of about 32 trials. PAV on the sums of the chunks gives a
//      hull, and only chunks that can bend it are looked into, as in pav-unsorted.h.
// Sums and comparisons are exact for whole numbers, so the blocks are those of a pass over all
// trials.
//
// The caller owns all memory. There are fewer than 2^31 trials.

// A step starts at this value and at these trials of each class, and ends where the next starts.
struct cal_step {
  int32_t value, h1, h2;
};

// The trials of a system: `n_h1[v]` H1 and `n_h2[v]` H2 trials lie on the distinct value v, in
// ascending order. `step` holds the starts of the `n_steps` steps and the end of the last one,
// `chunk` the same for chunks: their first steps, and `n_steps`.
struct cal_sorted_trials {
  const double *n_h1, *n_h2;
  ptrdiff_t n_values;
  const struct cal_step* step;
  const int32_t* chunk;
  ptrdiff_t n_steps, n_chunks;
};

// Fills in the starts and their number. `step` is NULL to count the steps only; one element more
// than that is space enough for it, and for `chunk`.
ptrdiff_t cal_steps_find(struct cal_sorted_trials* trials, struct cal_step* step);
void cal_chunks_find(struct cal_sorted_trials* trials, int32_t* chunk);

struct cal_replicate {
  struct cal_drawn h1, h2;
};

struct cal_chunk_sum {
  double h1, h2;
};

// Sums up the chunks in a replicate. Returns the sum of all of them.
struct cal_chunk_sum cal_chunk_sums(const struct cal_sorted_trials* trials,
                                    const struct cal_replicate* replicate,
                                    struct cal_chunk_sum* sums);

// The PAV blocks of a replicate. `first` and `last` index distinct values; the outermost of them
// may have no trial in the replicate. `coarse` and `blocks` have space for the blocks of the chunks
// and of the steps; see `cal_pav_capacity()`. With weights it is one per chunk and per step.
ptrdiff_t cal_replicate_pav(const struct cal_sorted_trials* trials,
                            const struct cal_replicate* replicate, const struct cal_chunk_sum* sums,
                            struct cal_block* coarse, struct cal_block* blocks);

// Moves the ends of the blocks inwards, to values that have a trial in the replicate.
void cal_replicate_trim(const struct cal_sorted_trials* trials,
                        const struct cal_replicate* replicate, struct cal_block* blocks,
                        ptrdiff_t n_blocks);

// P(an H1 trial is above an H2 trial) + P(they are equal) / 2, in a replicate.
double cal_replicate_auc(const struct cal_sorted_trials* trials,
                         const struct cal_replicate* replicate);

// The sum of one class's trials from `first` to before `end`.
double cal_drawn_sum(struct cal_drawn drawn, ptrdiff_t first, ptrdiff_t end);

// The sum of x[i] times the count of trial i.
double cal_drawn_dot(struct cal_drawn drawn, const double* x, ptrdiff_t n);

#endif
