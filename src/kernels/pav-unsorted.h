#ifndef CALIBRANT_KERNELS_PAV_UNSORTED_H
#define CALIBRANT_KERNELS_PAV_UNSORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/pav.h"

// The PAV blocks of trials in any order, without sorting them all.
//
// PAV is a convex hull: plot the number of H1 trials below a threshold against the number of H2
// trials below it, and the blocks are the edges of the lower hull of these points. Few trials
// lie near it, so most never need an order:
//   1. count the trials of each class in buckets along the axis;
//   2. find the hull of the bucket boundaries, which is PAV on the buckets;
//   3. a bucket can bend that hull only if it would do so with all its H2 trials before its H1
//      trials. Keep those buckets, and the outermost ones of each block, which hold its range;
//   4. sort the trials of the kept buckets alone, and repeat PAV with their values in the place
//      of the bucket.
// All of it is arithmetic on whole numbers, so the blocks are those of the sorted trials.
//
// The caller runs the steps in the order of this file and provides the memory in between.

// Values without NaN, `truth[i]` 1 under H1 and 0 under H2; fewer than 2^31 of them.
struct cal_trials {
  const double* value;
  const int* truth;
  ptrdiff_t n;
};

// Buckets are even around the centre of a sample of the trials and grow like the distance from
// it further out. The map from values to buckets is monotone; it affects speed, never results.
struct cal_buckets {
  double centre, width;
  int64_t origin;
  int shift;
  ptrdiff_t half;
};

struct cal_buckets cal_buckets_choose(const struct cal_trials* trials);

static inline ptrdiff_t cal_buckets_size(const struct cal_buckets* buckets) {
  return 2 * buckets->half;
}

// `count[2 b + c]` becomes the number of trials of class c (1 for H1) in bucket b.
void cal_buckets_count(const struct cal_buckets* buckets, const struct cal_trials* trials,
                       uint32_t* count);

// The trials that have to be sorted.
struct cal_kept {
  ptrdiff_t n_h1, n_h2;
};

// Steps 2 and 3. `keep` has a byte for each bucket. `blocks` is scratch for the blocks of the
// buckets, with room for `cal_pav_capacity(cal_buckets_size(), n)`.
struct cal_kept cal_buckets_prune(const struct cal_buckets* buckets, const uint32_t* count,
                                  struct cal_block* blocks, uint8_t* keep);

// Takes the kept trials out as sort keys, in order. `place` has two elements for each bucket;
// `scratch` is as long as the longer class.
void cal_buckets_sort(const struct cal_buckets* buckets, const struct cal_trials* trials,
                      const uint32_t* count, const uint8_t* keep, uint32_t* place, uint64_t* key_h1,
                      uint64_t* key_h2, uint64_t* scratch);

// The `n` distinct values of the kept trials, ascending, with the class counts on each.
struct cal_kept_values {
  const double *value, *n_h1, *n_h2;
  ptrdiff_t n;
};

// Step 4. `first` and `last` of a block index the kept values. Returns the number of blocks;
// they need no more room than `cal_pav_capacity()` of all values and trials.
ptrdiff_t cal_pav_kept(const struct cal_buckets* buckets, const uint32_t* count,
                       const uint8_t* keep, const struct cal_kept_values* kept,
                       struct cal_block* blocks);

#endif
