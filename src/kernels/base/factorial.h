#ifndef CALIBRANT_KERNELS_BASE_FACTORIAL_H
#define CALIBRANT_KERNELS_BASE_FACTORIAL_H

#include <math.h>

// Factorials of whole numbers in doubles, on a log scale.

// ln n! - (n + 1/2) ln n + n, by Stirling's series if it is exact to a double.
static inline double cal_stirling_rest(double n) {
  const double x = 1 / (n * n);
  return (1.0 / 12 - x * (1.0 / 360 - x * (1.0 / 1260 - x * (1.0 / 1680 - x / 1188)))) / n +
         0.918938533204672741780329736406;
}

#define CAL_FEW_FACTORS 16

static inline double cal_log_factorial(double n) {
  double product = 1;
  if (n >= CAL_FEW_FACTORS) return (n + 0.5) * log(n) - n + cal_stirling_rest(n);
  for (int i = 2; i <= (int)n; ++i) product *= i;
  return log(product);
}

// ln a! - ln b!. For a billion, the difference of two logarithms would have only six decimals.
static inline double cal_log_factorial_ratio(double a, double b) {
  if (a < CAL_FEW_FACTORS || b < CAL_FEW_FACTORS) {
    return cal_log_factorial(a) - cal_log_factorial(b);
  }
  const double d = a - b;
  return (b + 0.5) * log1p(d / b) + d * (log(a) - 1) + cal_stirling_rest(a) - cal_stirling_rest(b);
}

#endif
