#ifndef CALIBRANT_KERNELS_PAV_PAV_BUCKETS_H
#define CALIBRANT_KERNELS_PAV_PAV_BUCKETS_H

#include <stdint.h>

#include "kernels/base/sample.h"
#include "kernels/count/stream.h"
#include "kernels/pav/blocks.h"

// The PAV blocks of trials that are counted elsewhere: by a database, or in a stream. The idea is
// that of pav-unsorted.h, in two steps, with counts of any size instead of trials: 1. the owner of
// the trials counts them in buckets along the axis. A bucket that cannot bend the hull of all, even
// with its H2 trials first, is left as it is; 2. the owner supplies the distinct values in the
// other buckets, and in the outermost ones of each block. All of it is arithmetic on whole numbers
// below 2^53, so the blocks are those of the trials. Sums of weights are rounded: `slack`, a share
// of the compared numbers, keeps doubtful buckets.
//
// A tally holds the buckets that are not empty, ascending; its `value` is a place within each, or
// the edge below it, and only names it.

// Sets `keep` for the buckets whose values matter, and returns how many these are.
ptrdiff_t cal_tally_keep(struct cal_host* host, const struct cal_counted* tally, double slack,
                         uint8_t* keep);

// The same for the cells of a table: keeps only those that may bend the hull.
void cal_filled_prune(struct cal_host* host, const struct cal_filled* filled);

// Values found in the kept buckets: distinct and ascending, each with the index of its bucket in
// the tally.
struct cal_tally_values {
  struct cal_counted counted;
  const int* bucket;
};

// The first kept bucket whose contents differ from the counts, by more than the share `slack`; the
// number of buckets if all agree.
ptrdiff_t cal_tally_differs(const struct cal_counted* tally, const uint8_t* keep,
                            const struct cal_tally_values* values, double slack);

// The blocks, which begin and end with values that were found, if none differs. `value` and
// `counted` also hold the buckets in between.
struct cal_partition cal_tally_blocks(struct cal_host* host, const struct cal_counted* tally,
                                      const uint8_t* keep, const struct cal_tally_values* values);

// The blocks if all H2 trials of each bucket had smaller values than its H1 trials. No order of the
// trials within buckets has blocks of a smaller cost. `closed` flags buckets that are left as they
// are, since they cannot bend the hull anyway; NULL for none.
struct cal_partition cal_tally_best(struct cal_host* host, const struct cal_counted* tally,
                                    const int* closed);

#endif
