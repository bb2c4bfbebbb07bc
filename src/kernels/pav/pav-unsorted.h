#ifndef CALIBRANT_KERNELS_PAV_PAV_UNSORTED_H
#define CALIBRANT_KERNELS_PAV_PAV_UNSORTED_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/base/host.h"
#include "kernels/base/trials.h"
#include "kernels/count/cells.h"
#include "kernels/pav/pav.h"

// The PAV blocks of trials in any order, without sorting them all.
//
// PAV is a convex hull: plot the number of H1 trials below a threshold against the number of H2
// trials below it, and the blocks are the edges of the lower hull of these points. Few trials
// lie near it, so most never need an order:
//   1. count the trials of each class in buckets along the axis, the cells of a map (cells.h);
//   2. find the hull of the bucket boundaries, which is PAV on the buckets;
//   3. a bucket can bend that hull only if it would do so with all its H2 trials before its H1
//      trials. Keep those buckets, and the outermost ones of each block, which hold its range;
//   4. take the trials of the kept buckets out. Where trials are tied, most of a bucket has one
//      value, so trials equal to the first value met there stay where they are;
//   5. sort each kept bucket, and repeat PAV with its values in place of the bucket.
// All of it is arithmetic on whole numbers, so the blocks are those of the sorted trials.
//
// Steps 1 and 4 take the trials in parts, each with tables of its own, which are then merged: by
// several threads at once, or as a stream of them comes in. There are fewer than 2^31 trials.

// Finds the blocks, whose `first` and `last` index `value`, in scratch memory of the host, and
// returns how many there are.
ptrdiff_t cal_pav_unsorted(struct cal_host* host, const struct cal_trials* trials,
                           const struct cal_block** blocks, const double** value);

// Position of a kept bucket, and the trials of each class before it on its edge of the hull.
struct cal_kept_place {
  ptrdiff_t bucket;
  uint32_t before[2];
};

// Buckets come in groups, which are pruned first in the same way. Two elements of `count` for
// each bucket and of `group` for each group: class c of bucket b is at 2 b + c, with c = 1 for H1.
// One of `keep` and `keep_group`. `place` has the kept buckets in order, and space for all. `map`
// has `cal_buckets_number()` buckets.
enum { CAL_BUCKETS_PER_GROUP = 16 };

struct cal_buckets {
  struct cal_cells map;
  uint32_t *count, *group;
  uint8_t *keep, *keep_group;
  struct cal_kept_place* place;
};

// A multiple of the group.
ptrdiff_t cal_buckets_number(ptrdiff_t n_trials);

// Allocates in scratch memory; fills in nothing but the map.
struct cal_buckets cal_buckets_new(struct cal_host* host, struct cal_cells map);

// Numbers of edges of the hull, of kept buckets, and of trials in them.
struct cal_kept {
  ptrdiff_t n_edges, n_buckets, n_trials;
};

// Steps 2 and 3, behind the counts of all trials. `hull` has space for `cal_pav_capacity()` of all
// buckets, and `coarse`, which is scratch, of all groups.
struct cal_kept cal_buckets_prune(const struct cal_buckets* buckets, struct cal_block* coarse,
                                  struct cal_block* hull);

// One part's trials in a kept bucket: `n` of each class, of which all but `n_taken` have the value
// of `pivot`, and the sort keys of those taken out.
struct cal_kept_bucket {
  uint64_t pivot, *key[2];
  uint32_t n[2], n_taken[2];
};

// Step 4. Begins `n_parts` rows of kept buckets with nothing taken out. `count[p]` holds the counts
// of part p for p > 0; the first part has the rest. The keys, for which there is space for
// `n_trials`, will be one class behind the other, each with its parts in order. The counts of kept
// buckets give way to their places in the rows.
void cal_kept_begin(const struct cal_buckets* buckets, struct cal_kept n,
                    const uint32_t* const* count, ptrdiff_t n_parts, struct cal_kept_bucket* kept,
                    uint64_t* key);

// Takes trials out into the row of their part.
void cal_kept_take(const struct cal_buckets* buckets, const struct cal_trials* trials,
                   struct cal_kept_bucket* kept);

// Appends the keys taken out by the next part to those of `to`.
void cal_kept_merge(struct cal_kept_bucket* to, const struct cal_kept_bucket* from, ptrdiff_t n);

// Step 5. Sorts the keys taken out of `n` kept buckets, for one bucket and class at a time;
// `scratch` is as long as the largest number of them.
ptrdiff_t cal_kept_most(const struct cal_kept_bucket* kept, ptrdiff_t n);
void cal_kept_sort(struct cal_kept_bucket* kept, ptrdiff_t n, uint64_t* scratch);

// Then finds the blocks. `first` and `last` of a block index `value`, to which the
// distinct values of the kept trials go, ascending. Returns the number of blocks.
// `cal_pav_capacity()` of all trials is space enough for them.
ptrdiff_t cal_pav_kept(const struct cal_buckets* buckets, const struct cal_block* hull,
                       struct cal_kept n, const struct cal_kept_bucket* kept, double* value,
                       struct cal_block* blocks);

#endif
