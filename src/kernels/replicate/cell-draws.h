#ifndef CALIBRANT_KERNELS_REPLICATE_CELL_DRAWS_H
#define CALIBRANT_KERNELS_REPLICATE_CELL_DRAWS_H

#include <stdbool.h>

#include "kernels/base/binomial.h"
#include "kernels/base/host.h"
#include "kernels/base/hypergeometric.h"
#include "kernels/base/random.h"
#include "kernels/pav/pav.h"

// Replicates of so many trials that they are drawn as numbers in cells of the axis.
//
// PAV fits the order of trials inside a cell too, and its optimism would be lost with that order.
// But a cell is so narrow that all orders of its trials are equally probable, and then the edges of
// their hull are distributed like the cycles of a random permutation: an edge holds as many trials
// as a cycle has elements, and the numbers of H1 trials on them are hypergeometric, whatever the
// order (Spitzer 1956; Abramson, Pitman, Ross and Uribe Bravo 2011). Edges of equal slope that are
// one to PAV count the same apart. So the hull of n trials takes about ln n numbers, and PAV of all
// hulls is that of all trials.

// Draws the edges of the hull of the trials `left`, at most `most`, in ascending order of their
// slopes. `first` and `last` of the blocks are `cell`. Returns their number.
ptrdiff_t cal_cycles_draw(struct cal_random* random, struct cal_urn left, ptrdiff_t cell,
                          ptrdiff_t most, struct cal_block* blocks);

// For each of `n` cells its part of the weight (>= 0, not all 0) of those from it on, in scratch
// memory of the host.
const struct cal_coin* cal_cells_parts(struct cal_host* host, const double* weight, ptrdiff_t n);

// Draws the numbers of `total` trials in the cells with these parts.
void cal_cells_draw(struct cal_random* random, const struct cal_coin* part, ptrdiff_t n,
                    double total, double* number);

// The largest number of blocks of so many cells, a limit that cal_cells_pool() respects.
ptrdiff_t cal_cells_capacity(ptrdiff_t n_cells);

// The PAV blocks of trials with these numbers in `n` cells (not both zero), drawn. Tied trials of a
// cell, with the same value, are not parted. Returns the number of blocks.
ptrdiff_t cal_cells_pool(struct cal_random* random, const double* n_h1, const double* n_h2,
                         const int* tied, ptrdiff_t n, struct cal_block* blocks);

#endif
