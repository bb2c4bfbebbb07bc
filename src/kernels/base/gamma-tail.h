#ifndef CALIBRANT_KERNELS_BASE_GAMMA_TAIL_H
#define CALIBRANT_KERNELS_BASE_GAMMA_TAIL_H

// The gamma distribution with shape a > 0 and rate 1; `log_gamma` is ln Gamma(a).
struct cal_gamma {
  double a, log_gamma;
};

struct cal_gamma cal_gamma_new(double a);

// Logarithms of the gamma density and of the probability beyond t, from ln t. The relative error of
// the density and of the probability is about 1e-14 for shapes up to about 100.
double cal_gamma_log_density(const struct cal_gamma* gamma, double log_t);
double cal_gamma_log_tail(const struct cal_gamma* gamma, double log_t);

#endif
