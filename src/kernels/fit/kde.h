#ifndef CALIBRANT_KERNELS_FIT_KDE_H
#define CALIBRANT_KERNELS_FIT_KDE_H

#include <stddef.h>

#include "kernels/base/host.h"

// Ascending places and the weight at each.
struct cal_centres {
  const double *at, *weight;
  ptrdiff_t n;
};

// Gaussian kernels: distinct centres with weights of the sum `total`, and one bandwidth. All are
// finite, and distances are at most 1e300 bandwidths.
//
// Within CAL_KDE_NEAR bandwidths of a centre fewer nodes, if there are any, stand for the centres:
// those of compress.h in bins of half a bandwidth change the density there by less than 1e-14 of
// itself.
struct cal_kernels {
  struct cal_centres all, nodes;
  double total, bandwidth;
};

enum { CAL_KDE_NEAR = 6 };

// The nodes of these centres, in scratch memory of the host.
struct cal_centres cal_kde_nodes(struct cal_host* host, const struct cal_centres* all,
                                 double bandwidth);

// The logarithm of a density is `rest` less half the square of `distance`. This is the distance, in
// bandwidths, to the nearest centre or node, or to one nearly as near. So the logarithm is precise
// at any distance, even if the square overflows.
struct cal_log_density {
  double rest, distance;
};

struct cal_log_density cal_kde(const struct cal_kernels* kernels, double x);

// The logarithm of a ratio of densities. It is finite.
double cal_kde_log_ratio(struct cal_log_density h1, struct cal_log_density h2);

// The first centre that is not below x.
ptrdiff_t cal_kde_first(const struct cal_centres* centres, double x);

// The distance of x to the nearest centre.
double cal_kde_distance(const struct cal_centres* centres, double x);

// The centres or nodes that contribute to the density at places up to `distance` from a centre.
const struct cal_centres* cal_kde_terms(const struct cal_kernels* kernels, double distance);

// The distance up to which terms count, given that of the nearest centre. Terms below e^-80 of its
// term are left out: no number of them could change the sum.
double cal_kde_reach(const struct cal_kernels* kernels, double distance);

// The density from `sum`, the sum of the weighted terms relative to that at `distance` bandwidths.
struct cal_log_density cal_kde_of_sum(const struct cal_kernels* kernels, double sum,
                                      double distance);

#endif
