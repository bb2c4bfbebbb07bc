#ifndef CALIBRANT_KERNELS_COST_USEFUL_RANGE_H
#define CALIBRANT_KERNELS_COST_USEFUL_RANGE_H

#include "kernels/base/host.h"
#include "kernels/cost/cross-entropy.h"

// Where `cal_excess()` is negative: prior log-odds, the ends of ranges in pairs, which are the
// caller's for up to `4 n` ends. A range that reaches beyond the grid ends at -Inf or Inf. Changes
// of sign are looked for between neighbours on the ascending grid and where a minimum of its size
// may hide two of them. Returns how many ends there are.
ptrdiff_t cal_useful_ranges(struct cal_host* host, const struct cal_points* points,
                            const double* grid, ptrdiff_t n, double* end);

#endif
