#ifndef CALIBRANT_KERNELS_PAV_ISOTONIC_H
#define CALIBRANT_KERNELS_PAV_ISOTONIC_H

#include <stddef.h>

#include "kernels/base/host.h"

// Weighted least-squares fit of a non-decreasing sequence to finite `y` with weights >= 0, at
// least one of them positive. An observation of weight zero takes the fit of its neighbour to
// the left, the first ones that of the first with weight. `fit` may be `y` itself.
void cal_isotonic(struct cal_host* host, const double* y, const double* weight, ptrdiff_t n,
                  double* fit);

#endif
