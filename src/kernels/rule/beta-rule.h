#ifndef CALIBRANT_KERNELS_RULE_BETA_RULE_H
#define CALIBRANT_KERNELS_RULE_BETA_RULE_H

#include "kernels/rule/posterior.h"

// One side of a member of the beta family of scoring rules, whose thresholds t have the density
// Beta(gamma_h1 + 1, gamma_h2 + 1) (Brummer 2010, eq. 7.38; Buja, Stuetzle and Shen 2005): the cost
// when H1 is true, the integral of the density over t from h1 to 1. `log_beta` is the logarithm of
// the beta function, `scale` 1 / B(1/2, gamma + 1) where both exponents are equal, `half` the cost
// of reporting 1/2. Made by `cal_beta_rule_new()`.
struct cal_beta_rule {
  double gamma_h1, gamma_h2, log_beta, scale, half;
};

// Both exponents are finite and greater than -1. The cost when H2 is true is that of the rule with
// exchanged exponents at the exchanged posterior.
struct cal_beta_rule cal_beta_rule_new(double gamma_h1, double gamma_h2);

// 0 at h1 = 1; at h1 = 0 infinite where gamma_h1 <= 0. Relative error about 1e-14, more where an
// exponent exceeds 1e3, and 1e-13 where they differ.
double cal_beta_cost(const struct cal_beta_rule* rule, struct cal_posterior posterior);

#endif
