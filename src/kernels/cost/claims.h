#ifndef CALIBRANT_KERNELS_COST_CLAIMS_H
#define CALIBRANT_KERNELS_COST_CLAIMS_H

#include "kernels/base/host.h"
#include "kernels/cost/cross-entropy.h"

// The information that LRs claim at a prior, in nats a trial: the entropy of the prior less the
// mean entropy of the posteriors, classes weighted by the prior. `over` is the part of it that they
// do not deliver, the mean of (P - y) logit P with the posterior P and the truth y: the score test
// of the slope of a calibration at 1, with mean 0 for calibrated LRs. It is infinite where a trial
// is certain and wrong. `deviation` is its standard error if the LRs are calibrated.
struct cal_claims {
  double claimed, over, deviation;
};

// The claims at finite prior log odds, 0 for even odds. The points count trials.
struct cal_claims cal_claims_at(const struct cal_points* points, double log_odds);

// The same at n prior log odds.
void cal_claims_along(struct cal_host* host, const struct cal_points* points,
                      const double* log_odds, ptrdiff_t n, double* claimed, double* over,
                      double* deviation);

#endif
