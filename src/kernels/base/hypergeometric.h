#ifndef CALIBRANT_KERNELS_BASE_HYPERGEOMETRIC_H
#define CALIBRANT_KERNELS_BASE_HYPERGEOMETRIC_H

#include "kernels/base/random.h"

// Numbers of H1 trials among `k` that are drawn without replacement from `n_h1` H1 and `n_h2` H2
// trials. All are whole numbers >= 0 below 2^53, in doubles, and k is at most n_h1 + n_h2.
struct cal_urn {
  double n_h1, n_h2, k;
};

// The least and the largest number, and the most probable one.
double cal_urn_least(struct cal_urn urn);
double cal_urn_most(struct cal_urn urn);
double cal_urn_mode(struct cal_urn urn);

// The variance of the number.
double cal_urn_variance(struct cal_urn urn);

// ln P(a) - ln P(b) of two possible numbers. The error is below 1e-9 within twenty standard
// deviations of the mode.
double cal_urn_log_ratio(struct cal_urn urn, double a, double b);

// One number, drawn by the next random bits. Few trials are drawn one by one; for others rejection
// takes about 1.4 tries for any number of trials.
double cal_urn_draw(struct cal_random* random, struct cal_urn urn);

#endif
