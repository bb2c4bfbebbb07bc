#ifndef CALIBRANT_KERNELS_PAV_APPLY_BLOCKS_H
#define CALIBRANT_KERNELS_PAV_APPLY_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

// Levels of n >= 1 blocks `min[k]..max[k]` that ascend and do not overlap; min, max and levels may
// be infinite. A block of one value is a point, and points alone make a line with corners.
struct cal_levels {
  const double *min, *max, *level;
  ptrdiff_t n;
};

// The level at each x, none of them NaN. Within a block it is the level of the block; below the
// first and above the last block it is the level of that block. In a gap it lies on the straight
// line between the blocks. With `nearest`, or if an end or a level is infinite, it is the level of
// the nearer block, or of two equally near ones the level closer to 0. `out` may be `x`.
void cal_apply_blocks(const struct cal_levels* blocks, bool nearest, const double* x, ptrdiff_t n,
                      double* out);

#endif
