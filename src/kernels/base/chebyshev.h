#ifndef CALIBRANT_KERNELS_BASE_CHEBYSHEV_H
#define CALIBRANT_KERNELS_BASE_CHEBYSHEV_H

#include <math.h>

// The k-th of n Chebyshev points of [-reach, reach], ascending, on a grid so coarse that adding it
// to the centre of a bin is exact.
static inline double cal_chebyshev_point(int k, int n, double reach, double grid) {
  const double pi = 3.14159265358979323846;
  return grid * nearbyint(-reach * cos((2 * k + 1) * pi / (2 * n)) / grid);
}

#endif
