#ifndef CALIBRANT_KERNELS_COST_CLLR_COSTS_H
#define CALIBRANT_KERNELS_COST_CLLR_COSTS_H

#include "kernels/base/sum.h"
#include "kernels/base/trials.h"

// Cost of trials in any order at even odds, in nats: the sum of ln(1 + e^-llr) over H1 trials and
// of ln(1 + e^llr) over H2 trials, from which Cllr follows (Brummer 2010, eq. 7.41).
//
// With z = -llr under H1 and llr under H2, a trial costs max(z, 0) + ln(1 + e^-|z|), and a sum of
// logarithms is the logarithm of a product. So a trial takes one exponential and the step
//   (1 + q) (1 + e) - 1 = q + e + q e,
// which keeps the product less one, so that small costs lose no digits. A factor is at most 2:
// the product of nearly a thousand does not overflow, and one logarithm serves them all.
struct cal_costs {
  struct cal_sum h1, h2;
  ptrdiff_t n_h1;
};

// Adds trials whose LLRs, `value * unit` (natural log), are finite, and the number under H1.
void cal_cllr_costs_add(const struct cal_trials* trials, double unit, struct cal_costs* costs);

// Adds the costs of other trials.
void cal_cllr_costs_merge(struct cal_costs* to, const struct cal_costs* from);

#endif
