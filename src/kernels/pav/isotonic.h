#ifndef CALIBRANT_KERNELS_PAV_ISOTONIC_H
#define CALIBRANT_KERNELS_PAV_ISOTONIC_H

#include <stddef.h>

// A run of observations that share one fitted value. `last` is the index of the final one.
struct cal_level {
  ptrdiff_t last;
  double sum, weight;
};

// Weighted least-squares fit of a non-decreasing sequence to finite `y` with weights >= 0, at
// least one of them positive. An observation of weight zero takes the fit of its neighbour to
// the left, the first ones that of the first with weight. `levels` has room for n. `fit` may be
// `y` itself.
void cal_isotonic(const double* y, const double* weight, ptrdiff_t n, struct cal_level* levels,
                  double* fit);

#endif
