#ifndef CALIBRANT_KERNELS_CROSS_ENTROPY_CURVE_H
#define CALIBRANT_KERNELS_CROSS_ENTROPY_CURVE_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/cross-entropy.h"

// The cross-entropy of the same points at many priors. With e^llr and e^-llr at hand, the odds
// of the unlikely hypothesis are a product, and what remains per point and prior is one
// ln(1 + odds) with odds <= 1, done here in line: the library's costs four times as much.

// Points prepared for it. `near` holds those whose LLR is moderate, each with its exponentials
// and its share of either class; `far` the rest.
struct cal_curve_point {
  double llr, up, down, share_h1, share_h2;
};

struct cal_curve {
  struct cal_curve_point* near;
  ptrdiff_t n_near;
  struct cal_points far;
};

// `near` and the three arrays have room for all points and are the caller's.
struct cal_curve cal_curve_prepare(const struct cal_points* points, struct cal_curve_point* near,
                                   double* far_llr, double* far_h1, double* far_h2);

// Whether `cal_curve_at()` can be used at these prior log-odds.
bool cal_curve_reaches(double log_odds);

// As `cal_cross_entropy()`, to a few units in the last place.
void cal_curve_at(const struct cal_curve* curve, double log_odds, double* h1, double* h2);

#endif
