#ifndef CALIBRANT_KERNELS_BASE_BINOMIAL_H
#define CALIBRANT_KERNELS_BASE_BINOMIAL_H

#include "kernels/base/random.h"

// ln P(a) - ln P(b) of two numbers of successes in `n` trials that each succeed with probability p,
// 0 < p < 1.
double cal_binomial_log_ratio(double n, double p, double a, double b);

// The number of successes in `n` trials, a whole number from 0 to 2^53 in a double. Small means are
// inverted; for others rejection from a transformed uniform number takes about 1.2 tries (Hörmann
// 1993, algorithm BTRS).
double cal_binomial_draw(struct cal_random* random, double n, double p);

// A probability with its odds and logarithms, for callers who draw with it more than once.
struct cal_coin {
  double p, odds, log_fail, log_odds;
};

struct cal_coin cal_coin_new(double p);
double cal_coin_draw(struct cal_random* random, const struct cal_coin* coin, double n);

#endif
