#ifndef CALIBRANT_KERNELS_FIT_KDE_H
#define CALIBRANT_KERNELS_FIT_KDE_H

#include <stddef.h>

// Logarithm of a Gaussian kernel density at `x`: ascending distinct centres `at`, positive
// `weight` of each, `total` their sum, one bandwidth. All are finite. Precise however far `x` is
// from the centres.
double cal_kde(const double* at, const double* weight, ptrdiff_t n, double total, double bandwidth,
               double x);

#endif
