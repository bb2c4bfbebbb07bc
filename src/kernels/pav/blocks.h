#ifndef CALIBRANT_KERNELS_PAV_BLOCKS_H
#define CALIBRANT_KERNELS_PAV_BLOCKS_H

#include "kernels/base/sample.h"
#include "kernels/pav/pav.h"

// The PAV blocks of a sample. `first` and `last` of a block index `value`. `counted` has the counts
// of the sample if these are a by-product; otherwise it holds none. All of it is in scratch memory
// of the host.
struct cal_partition {
  const struct cal_block* blocks;
  ptrdiff_t n;
  const double* value;
  double total_h1, total_h2;
  struct cal_counted counted;
};

// PAV blocks of trials in any order, at least one of each class. Few trials and weighted ones are
// sorted; of others, only those that may matter (pav-unsorted.h). The blocks are the same.
struct cal_partition cal_blocks(struct cal_host* host, const struct cal_sample* sample);

// PAV blocks from counts.
struct cal_partition cal_blocks_of_counts(struct cal_host* host, const struct cal_counted* counted);

#endif
