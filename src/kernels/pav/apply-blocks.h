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

// The level at each x, none of them NaN: that of the block that x is in; below the first and above
// the last block that of this one; in a gap a straight line from block to block, or, with `nearest`
// and where an end or a level is infinite, that of the nearer block, of two equally near ones the
// level closer to 0. `out` may be `x`.
void cal_apply_blocks(const struct cal_levels* blocks, bool nearest, const double* x, ptrdiff_t n,
                      double* out);

#endif
