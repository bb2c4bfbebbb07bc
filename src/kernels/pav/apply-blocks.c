#include "kernels/pav/apply-blocks.h"

#include <math.h>

// The last block that begins at x or below, or else the first.
/*@ requires \valid_read(blocks) && blocks->n >= 1;
  @ requires \valid_read(blocks->min + (0 .. blocks->n - 1));
  @ requires \forall integer i, j; 0 <= i <= j < blocks->n ==> blocks->min[i] <= blocks->min[j];
  @ assigns \nothing;
  @ ensures 0 <= \result < blocks->n && (\result == 0 || blocks->min[\result] <= x);
  @ ensures \forall integer i; \result < i < blocks->n ==> x < blocks->min[i]; */
static ptrdiff_t block_of(const struct cal_levels* blocks, double x) {
  ptrdiff_t low = 0, high = blocks->n;
  /*@ loop invariant 0 <= low < high <= blocks->n && (low == 0 || blocks->min[low] <= x);
    @ loop invariant \forall integer i; high <= i < blocks->n ==> x < blocks->min[i];
    @ loop assigns low, high;
    @ loop variant high - low; */
  while (high - low > 1) {
    const ptrdiff_t middle = low + (high - low) / 2;
    if (blocks->min[middle] <= x) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

// The level at x between the blocks k and k + 1.
static double level_in_gap(const struct cal_levels* blocks, ptrdiff_t k, bool nearest, double x) {
  const double left = blocks->max[k], right = blocks->min[k + 1];
  const double y_left = blocks->level[k], y_right = blocks->level[k + 1];
  if (!nearest && isfinite(y_left) && isfinite(y_right) && isfinite(left) && isfinite(right)) {
    return y_left + (y_right - y_left) * ((x - left) / (right - left));
  }
  if (x - left == right - x) return fabs(y_left) <= fabs(y_right) ? y_left : y_right;
  return x - left < right - x ? y_left : y_right;
}

void cal_apply_blocks(const struct cal_levels* blocks, bool nearest, const double* x, ptrdiff_t n,
                      double* out) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const ptrdiff_t k = block_of(blocks, x[i]);
    const bool in_gap = k + 1 < blocks->n && x[i] > blocks->max[k];
    out[i] = in_gap ? level_in_gap(blocks, k, nearest, x[i]) : blocks->level[k];
  }
}
