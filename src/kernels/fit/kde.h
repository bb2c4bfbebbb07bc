#ifndef CALIBRANT_KERNELS_FIT_KDE_H
#define CALIBRANT_KERNELS_FIT_KDE_H

#include <stddef.h>

#include "kernels/base/host.h"

// Gaussian kernels: ascending distinct centres `at`, the `weight` of each, `total` their sum, one
// bandwidth. All are finite, and distances are at most 1e300 bandwidths.
struct cal_kernels {
  const double *at, *weight;
  ptrdiff_t n;
  double total, bandwidth;
};

// The logarithm of a density is `rest` less half the square of `distance`, that to the nearest
// centre in bandwidths: so it is precise however far away that is, also where the square is not
// among the doubles.
struct cal_log_density {
  double rest, distance;
};

struct cal_log_density cal_kde(const struct cal_kernels* kernels, double x);

// The same at each of n places.
void cal_kde_along(struct cal_host* host, const struct cal_kernels* kernels, const double* x,
                   ptrdiff_t n, double* rest, double* distance);

#endif
