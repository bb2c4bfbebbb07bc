#ifndef CALIBRANT_KERNELS_COST_USEFUL_RANGE_H
#define CALIBRANT_KERNELS_COST_USEFUL_RANGE_H

#include "kernels/base/host.h"
#include "kernels/cost/cross-entropy.h"

// Finds the prior log-odds at which `cal_excess()` is negative. `end` holds the ends of these
// ranges in pairs; the caller gives space for `4 n` ends. A range that reaches beyond the grid ends
// at -Inf or Inf. Searches for changes of sign between neighbours on the ascending grid, and at
// minima of the absolute value, which may hide two of them. Returns the number of ends.
ptrdiff_t cal_useful_ranges(struct cal_host* host, const struct cal_points* points,
                            const double* grid, ptrdiff_t n, double* end);

#endif
