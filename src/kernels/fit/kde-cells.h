#ifndef CALIBRANT_KERNELS_FIT_KDE_CELLS_H
#define CALIBRANT_KERNELS_FIT_KDE_CELLS_H

#include "kernels/fit/kde.h"

// A density of many centres at many places. Cells are halved until, relative to a centre near the
// middle, all terms of the density, up to a common factor, vary little across the cell: by at most
// e^(2 CAL_PLAN_KDE_SPAN). There the sum of terms, all of them positive, is a polynomial, to 1e-13
// of itself whatever the weights are. If a cell has too few trials to be worthwhile, the terms are
// summed for each place.
//
// The value at a place depends on neither the other places nor their order.
struct cal_kde_cells;

// `other` has the centres of the other density, at which this density will be evaluated too. Places
// are within `range`, two finite numbers.
struct cal_kde_cells* cal_kde_cells_new(struct cal_host* host, const struct cal_kernels* kernels,
                                        const struct cal_kernels* other, const double range[2]);

struct cal_log_density cal_kde_cells_at(struct cal_host* host, struct cal_kde_cells* cells,
                                        double x);

// Logarithms of ratios of densities, at each of n places or, beyond the range, at its ends: by
// cells where the centres or the places are many. NaN is not among the places. `out` may be `x`.
void cal_kde_ratios(struct cal_host* host, const struct cal_kernels* h1,
                    const struct cal_kernels* h2, const double range[2], const double* x,
                    ptrdiff_t n, double* out);

#endif
