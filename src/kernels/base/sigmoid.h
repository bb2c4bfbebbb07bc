#ifndef CALIBRANT_KERNELS_BASE_SIGMOID_H
#define CALIBRANT_KERNELS_BASE_SIGMOID_H

#include <math.h>

// 1 / (1 + e^-x), even if e^-x overflows.
static inline double cal_sigmoid(double x) {
  return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x));
}

// A share above 0 of an infinite cost is infinite, even if the share underflows.
static inline double cal_part_of_cost(double share, double cost) {
  return isinf(cost) ? cost : share * cost;
}

// Mean of a cost under H1 and one under H2 at these prior log-odds. If the truth is already known,
// the mean is 0, even for infinite costs.
static inline double cal_weigh_costs(double log_odds, double h1, double h2) {
  if (isinf(log_odds)) return 0;
  return cal_part_of_cost(cal_sigmoid(log_odds), h1) + cal_part_of_cost(cal_sigmoid(-log_odds), h2);
}

#endif
