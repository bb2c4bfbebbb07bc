#ifndef CALIBRANT_KERNELS_COUNT_STAIRS_H
#define CALIBRANT_KERNELS_COUNT_STAIRS_H

#include <stddef.h>

#include "kernels/base/host.h"
#include "kernels/base/trials.h"
#include "kernels/count/cells.h"

// The levels of values in any order on a staircase: `level[k]` from `edge[k]` on, up to the next
// edge, and `level[0]` below `edge[0]` as well. The n >= 1 edges are ascending, and no level is
// NaN.
//
// Most cells along the axis have no edge, so all their values have one level, which is found in a
// table. In the few others the edges are searched.
struct cal_stairs {
  const double *edge, *level;
  ptrdiff_t n;
};

// Fills in `table` with an element per cell of the map: the level of its values, or NaN where the
// edges decide.
void cal_stairs_table(const struct cal_stairs* stairs, const struct cal_cells* map, double* table);

void cal_stairs_levels(const struct cal_stairs* stairs, const struct cal_cells* map,
                       const double* table, const double* value, ptrdiff_t n, double* out);

// The same with a separate map and table.
void cal_stairs_find(struct cal_host* host, const struct cal_stairs* stairs, const double* value,
                     ptrdiff_t n, double* out);

// Adds trials to `count`, which has the number of class c on step k at 2 k + c. `level[k]` is k.
void cal_stairs_count(const struct cal_stairs* stairs, const struct cal_cells* map,
                      const double* table, const struct cal_trials* trials, double* count);

#endif
