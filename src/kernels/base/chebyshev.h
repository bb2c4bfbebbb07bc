#ifndef CALIBRANT_KERNELS_BASE_CHEBYSHEV_H
#define CALIBRANT_KERNELS_BASE_CHEBYSHEV_H

// Interpolation at Chebyshev points, for kernels that replace many trials by few nodes.

// The k-th of n Chebyshev points of [-reach, reach], ascending, on a grid so coarse that adding it
// to the centre of a bin is exact.
double cal_chebyshev_point(int k, int n, double reach, double grid);

// The n coefficients, of ascending powers, of the Lagrange polynomial that is 1 at node j of n and
// 0 at the others.
void cal_lagrange_coefficients(const double* at, int n, int j, double* coefficient);

// The weight of node j of n in the barycentric formula, times 4^(1 - n): nodes lie in [-1/2, 1/2].
double cal_barycentric_weight(const double* at, int n, int j);

#endif
