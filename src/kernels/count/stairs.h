#ifndef CALIBRANT_KERNELS_COUNT_STAIRS_H
#define CALIBRANT_KERNELS_COUNT_STAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/base/host.h"
#include "kernels/base/trials.h"
#include "kernels/count/cells.h"

// The levels of values in any order on a staircase: `level[k]` from `edge[k]` on, up to the next
// edge, and `level[0]` below `edge[0]` as well. The n >= 1 edges, fewer than 2^31, are ascending.
//
// Most cells along the axis have no edge, so all their values are on one step, which is found in a
// table. In the few others the edges are searched.
struct cal_stairs {
  const double *edge, *level;
  ptrdiff_t n;
};

// Fills in `table`, with an element per cell of the map and one more: the step at the start of the
// cell, which the cell before reaches at its end.
void cal_stairs_table(const struct cal_stairs* stairs, const struct cal_cells* map, int32_t* table);

void cal_stairs_levels(const struct cal_stairs* stairs, const struct cal_cells* map,
                       const int32_t* table, const double* value, ptrdiff_t n, double* out);

// The same with a separate map and table, by the threads of the host.
void cal_stairs_find(struct cal_host* host, const struct cal_stairs* stairs, const double* value,
                     ptrdiff_t n, double* out);

// Adds trials to `count`, which has the number of class c on step k at 2 k + c. Levels are not
// used.
void cal_stairs_count(const struct cal_stairs* stairs, const struct cal_cells* map,
                      const int32_t* table, const struct cal_trials* trials, double* count);

#endif
