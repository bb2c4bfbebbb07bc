#ifndef CALIBRANT_KERNELS_COUNT_CELLS_H
#define CALIBRANT_KERNELS_COUNT_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/base/inline.h"
#include "kernels/base/trials.h"

// The partition of the axis for all counts of trials: cells of equal width over the bulk of the
// values; the two outermost also hold the values beyond. Ratios spread over many powers of ten, so
// their cells have equal width in the bits of the number, which serve as well as its logarithm and
// cost less. The choice of cells affects speed, never results. Values are not NaN. The bins of
// moments (compress-unsorted.h) are different: they leave out values beyond, and have the exact
// place within a bin.
struct cal_cells {
  double lowest, highest, per_unit;
  ptrdiff_t size;
  bool of_bits;
};

// About evenly filled, by a sample of the values.
struct cal_cells cal_cells_choose(const double* value, ptrdiff_t n, ptrdiff_t n_cells);

// The bits of a double as a number that grows with it; both zeros are 0.
static inline double cal_bits_position(double x) {
  const double positive_zero = x + 0.0;
  int64_t bits;
  memcpy(&bits, &positive_zero, sizeof bits);
  return (double)(bits < 0 ? INT64_MIN - bits : bits);
}

// The cell of x. `of_bits` is that of the map, and a constant: the loops around must not branch,
// so each is written once and compiled for both.
CAL_INLINE int32_t cal_cell(const struct cal_cells* map, double x, bool of_bits) {
  double at = of_bits ? cal_bits_position(x) : x;
  at = at > map->lowest ? at : map->lowest;
  at = at < map->highest ? at : map->highest;
  return (int32_t)((at - map->lowest) * map->per_unit);
}

// The sort key of the smallest value in cell `b` or a later one; the key after that of Inf if none
// exists.
uint64_t cal_cell_first_key(const struct cal_cells* map, int32_t b);

// Adds trials to a table of counts, with class c of cell b at 2 b + c; and one table to another.
void cal_cells_add(const struct cal_cells* map, const struct cal_trials* trials, uint32_t* count);
void cal_cells_merge(const struct cal_cells* map, const uint32_t* from, uint32_t* to);

#endif
