#ifndef CALIBRANT_KERNELS_FIT_FOUR_PARAMETER_H
#define CALIBRANT_KERNELS_FIT_FOUR_PARAMETER_H

#include <stddef.h>

#include "kernels/base/host.h"
#include "kernels/base/sample.h"

// Logistic calibration with a floor and a ceiling: the posterior of H1 at the training prior is
//   p(x) = c + (d - c) / (1 + exp(-(a + b x))),  0 <= c < d <= 1, b > 0,
// and so LR(x) = (f + e^l) / (1 + e^l / g) with a line l, the floor f = LR(-Inf) and the ceiling
// g = LR(Inf), at any prior: the odds of p are a Moebius map of e^l, which another prior
// multiplies. A mixture of labels makes such LRs of logistic ones: c and 1 - d are the guess and
// lapse rates of psychometrics.

// Without a curve of least cost: STEP where a step at one value costs no more than any curve, FLAT
// where no curve that rises within the finite values costs less than a constant there, SIZE where
// no double holds the slope.
enum cal_four_status { CAL_FOUR_FOUND, CAL_FOUR_STEP, CAL_FOUR_FLAT, CAL_FOUR_SIZE };

// The line l in nats, the ln LRs at -Inf and Inf, and the number of parameters that are not at
// their ends.
struct cal_four {
  double slope, offset, floor, ceiling, n_free;
};

// Minimises over `trials`, whose values ascend and may be infinite, the mean cost
//   prior mean_H1(-ln p) + (1 - prior) mean_H2(-ln(1 - p))
// from many starts. An infinite value has p = c or p = d.
enum cal_four_status cal_four_fit(struct cal_host* host, const struct cal_counted* trials,
                                  double prior, struct cal_four* four);

// The least and the greatest ln LR at each of `at`, which may be infinite: limits by profile
// likelihood. At a limit, the greatest binomial log likelihood of the trials, at their proportion,
// is at most `loss` below that of all curves. Many values are taken in groups.
void cal_four_limits(struct cal_host* host, const struct cal_counted* trials, double loss,
                     const double* at, ptrdiff_t n_at, double* lower, double* upper);

#endif
