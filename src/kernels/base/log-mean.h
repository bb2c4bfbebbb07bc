#ifndef CALIBRANT_KERNELS_BASE_LOG_MEAN_H
#define CALIBRANT_KERNELS_BASE_LOG_MEAN_H

#include <math.h>
#include <stddef.h>

// ln((e^x_1 + ... + e^x_n) / n) of n >= 1 finite numbers, without overflow.
static inline double cal_log_mean(const double* x, ptrdiff_t n) {
  double high = x[0], sum = 0;
  for (ptrdiff_t i = 1; i < n; ++i) high = fmax(high, x[i]);
  for (ptrdiff_t i = 0; i < n; ++i) sum += exp(x[i] - high);
  return high + log(sum / (double)n);
}

// ln(e^a + e^b), where either may be -Inf.
static inline double cal_log_sum(double a, double b) {
  const double high = fmax(a, b), low = fmin(a, b);
  return isinf(low) ? high : high + log1p(exp(low - high));
}

#endif
