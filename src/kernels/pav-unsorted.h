#ifndef CALIBRANT_KERNELS_PAV_UNSORTED_H
#define CALIBRANT_KERNELS_PAV_UNSORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/pav.h"
#include "kernels/trials.h"

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
// The caller runs the steps in the order of this file and provides the memory in between. There
// are fewer than 2^31 trials.

// Even buckets over the bulk of a sample of the trials; the outermost two take what lies beyond.
// The map from values to buckets is monotone. It affects speed, never results.
struct cal_bucket_map {
  double lowest, per_unit, last;
};

struct cal_bucket_map cal_bucket_map_choose(const struct cal_trials* trials);

// Buckets come in groups, which are pruned first in the same way. Two elements of `count` for
// each bucket and of `group` for each group: class c of bucket b is at 2 b + c, with c = 1 for H1.
// One of `keep` and `keep_group`. The caller allocates them and fills in nothing.
enum { CAL_BUCKETS_PER_GROUP = 16 };

struct cal_buckets {
  struct cal_bucket_map map;
  uint32_t *count, *group;
  uint8_t *keep, *keep_group;
};

static inline ptrdiff_t cal_buckets_size(const struct cal_bucket_map* map) {
  return (ptrdiff_t)map->last + 1;
}

// Step 1.
void cal_buckets_count(const struct cal_buckets* buckets, const struct cal_trials* trials);

// How many trials have to be sorted.
struct cal_kept {
  ptrdiff_t n_h1, n_h2;
};

// Steps 2 and 3. `blocks` is scratch, with room for `cal_pav_capacity()` of all buckets.
struct cal_kept cal_buckets_prune(const struct cal_buckets* buckets, struct cal_block* blocks);

// Takes the kept trials out as sort keys, in order. `scratch` is as long as the longer class. The
// counts of kept buckets are used up.
void cal_buckets_sort(const struct cal_buckets* buckets, const struct cal_trials* trials,
                      uint64_t* key_h1, uint64_t* key_h2, uint64_t* scratch);

// The distinct values of the kept trials, ascending, with the class counts on each.
struct cal_kept_values {
  const double *value, *n_h1, *n_h2;
  ptrdiff_t n;
};

// Step 4. `first` and `last` of a block index the kept values. Returns the number of blocks;
// `cal_pav_capacity()` of all values and trials is room enough for them.
ptrdiff_t cal_pav_kept(const struct cal_buckets* buckets, const struct cal_kept_values* kept,
                       struct cal_block* blocks);

#endif
