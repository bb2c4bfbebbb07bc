#ifndef CALIBRANT_KERNELS_PAV_PAV_UNSORTED_H
#define CALIBRANT_KERNELS_PAV_PAV_UNSORTED_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/base/bucket-map.h"
#include "kernels/base/trials.h"
#include "kernels/pav/pav.h"

// The PAV blocks of trials in any order, without sorting them all.
//
// PAV is a convex hull: plot the number of H1 trials below a threshold against the number of H2
// trials below it, and the blocks are the edges of the lower hull of these points. Few trials
// lie near it, so most never need an order:
//   1. count the trials of each class in buckets along the axis;
//   2. find the hull of the bucket boundaries, which is PAV on the buckets;
//   3. a bucket can bend that hull only if it would do so with all its H2 trials before its H1
//      trials. Keep those buckets, and the outermost ones of each block, which hold its range;
//   4. take the trials of the kept buckets out. Where trials are tied, most of a bucket has one
//      value, so what equals the first value met there is left where it is;
//   5. sort each kept bucket, and repeat PAV with its values in the place of the bucket.
// All of it is arithmetic on whole numbers, so the blocks are those of the sorted trials.
//
// The caller runs the steps in the order of this file and provides the memory in between. There
// are fewer than 2^31 trials.

// Buckets come in groups, which are pruned first in the same way. Two elements of `count` for
// each bucket and of `group` for each group: class c of bucket b is at 2 b + c, with c = 1 for H1.
// One of `keep` and `keep_group`. The caller allocates them and fills in nothing but `map`, which
// has `cal_buckets_number()` buckets.
enum { CAL_BUCKETS_PER_GROUP = 16 };

struct cal_buckets {
  struct cal_bucket_map map;
  uint32_t *count, *group;
  uint8_t *keep, *keep_group;
};

// A multiple of the group.
ptrdiff_t cal_buckets_number(ptrdiff_t n_trials);

// Step 1.
void cal_buckets_count(const struct cal_buckets* buckets, const struct cal_trials* trials);

// How many edges the hull has, how many buckets are kept, and how many trials are in them.
struct cal_kept {
  ptrdiff_t n_edges, n_buckets, n_trials;
};

// Steps 2 and 3. `hull` has room for `cal_pav_capacity()` of all buckets, and `coarse`, which is
// scratch, of all groups.
struct cal_kept cal_buckets_prune(const struct cal_buckets* buckets, struct cal_block* coarse,
                                  struct cal_block* hull);

// A kept bucket: its trials of each class, of which all but `n_taken` have the value of `pivot`.
// The sort keys of those that were taken out begin at `key` for H2 and `n_h2` behind for H1.
struct cal_kept_bucket {
  ptrdiff_t bucket;
  uint64_t pivot, *key;
  uint32_t n[2], n_taken[2];
};

// Step 4. Fills in `n_buckets` of `kept`; `key` has room for `n_trials`. The counts of kept buckets
// are used up. Returns the largest number of keys that step 5 has to sort at once.
ptrdiff_t cal_buckets_take(const struct cal_buckets* buckets, const struct cal_trials* trials,
                           struct cal_kept_bucket* kept, uint64_t* key);

// Step 5. `scratch` is as long as step 4 said. `first` and `last` of a block index `value`, to
// which the distinct values of the kept trials go, ascending. Returns the number of blocks.
// `cal_pav_capacity()` of all trials is room enough for them.
ptrdiff_t cal_pav_kept(const struct cal_buckets* buckets, const struct cal_block* hull,
                       struct cal_kept n, struct cal_kept_bucket* kept, uint64_t* scratch,
                       double* value, struct cal_block* blocks);

#endif
