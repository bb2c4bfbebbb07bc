#ifndef CALIBRANT_KERNELS_COST_CROSS_ENTROPY_CURVE_H
#define CALIBRANT_KERNELS_COST_CROSS_ENTROPY_CURVE_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/base/host.h"
#include "kernels/cost/cross-entropy.h"

// The cross-entropy of the same points at many priors. With e^llr and e^-llr known, the odds of the
// unlikely hypothesis are a product. Each point and prior then needs one ln(1 + odds) with odds <=
// 1, computed for several points at once (vector-loops.h).

// Prepared points: those with moderate LLRs, filled up to whole blocks, each with its exponentials
// and its share of either class; and the others.
struct cal_curve {
  double *llr, *up, *down, *share_h1, *share_h2;
  ptrdiff_t n_near;
  struct cal_points far;
};

// Number of doubles that `cal_curve_prepare()` needs for `n` points.
ptrdiff_t cal_curve_scratch(ptrdiff_t n);

// `scratch` is the caller's.
struct cal_curve cal_curve_prepare(const struct cal_points* points, double* scratch);

// Is `cal_curve_at()` valid at these prior log-odds?
bool cal_curve_reaches(double log_odds);

// As `cal_cross_entropy()`, to a few units in the last place.
void cal_curve_at(const struct cal_curve* curve, double log_odds, double* h1, double* h2);

// LR - 1 and 1 / LR - 1 of each point, which are the same at all priors.
void cal_find_gains(const struct cal_points* points, double* gains, double* losses);

// `cal_excess()` with these, and the part of the likelier hypothesis in it: that of the H2 trials
// at log-odds <= 0, of the H1 trials above.
double cal_excess_of_gains(const struct cal_points* points, const double* gains,
                           const double* losses, double log_odds, double* of_other);

// `cal_excess()`, `cal_cross_entropy()` and `cal_ece()` at `n` priors, the latter two by a curve if
// that is faster.
void cal_excess_along(struct cal_host* host, const struct cal_points* points,
                      const double* log_odds, ptrdiff_t n, double* excess);
void cal_cross_entropy_along(struct cal_host* host, const struct cal_points* points,
                             const double* log_odds, ptrdiff_t n, double* h1, double* h2);
void cal_ece_along(struct cal_host* host, const struct cal_points* points, const double* log_odds,
                   ptrdiff_t n, double* ece);

// The same with scratch memory of the caller, as `cal_curve_prepare()` needs it.
void cal_ece_by_curve(const struct cal_points* points, const double* log_odds, ptrdiff_t n,
                      double* scratch, double* ece);

#endif
