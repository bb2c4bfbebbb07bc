#ifndef CALIBRANT_KERNELS_RULE_POSTERIOR_H
#define CALIBRANT_KERNELS_RULE_POSTERIOR_H

#include <math.h>

// The probabilities of H1 and H2, each to full relative precision, and ln(h1 / h2).
struct cal_posterior {
  double h1, h2, log_odds;
};

// `log_odds` may be infinite, `h1` lies in [0, 1].
static inline struct cal_posterior cal_posterior_at(double log_odds) {
  return (struct cal_posterior){
      .h1 = 1 / (1 + exp(-log_odds)), .h2 = 1 / (1 + exp(log_odds)), .log_odds = log_odds};
}

static inline struct cal_posterior cal_posterior_of(double h1) {
  return (struct cal_posterior){.h1 = h1, .h2 = 1 - h1, .log_odds = log(h1) - log1p(-h1)};
}

// The same report seen with the hypotheses exchanged.
static inline struct cal_posterior cal_posterior_swap(struct cal_posterior posterior) {
  return (struct cal_posterior){
      .h1 = posterior.h2, .h2 = posterior.h1, .log_odds = -posterior.log_odds};
}

#endif
