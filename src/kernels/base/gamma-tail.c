#include "kernels/base/gamma-tail.h"

#include <float.h>
#include <math.h>

struct cal_gamma cal_gamma_new(double a) {
  return (struct cal_gamma){a, lgamma(a)};
}

double cal_gamma_log_density(const struct cal_gamma* gamma, double log_t) {
  return (gamma->a - 1) * log_t - exp(log_t) - gamma->log_gamma;
}

// Sum of t^n / ((a + 1) ... (a + n)): the probability up to t in units of t times the density / a.
static double lower_series(double a, double t) {
  double sum = 1, term = 1;
  for (int n = 1; term > DBL_EPSILON / 8 * sum; ++n) {
    term *= t / (a + n);
    sum += term;
  }
  return sum;
}

// The probability beyond t in units of t times the density, by Legendre's continued fraction.
static double upper_fraction(double a, double t) {
  double b = t + 1 - a, d = 1 / b, c = DBL_MAX, value = d;
  for (int n = 1; n < 10000; ++n) {
    const double term = -n * (n - a);
    b += 2;
    d = 1 / (b + term * d);
    c = b + term / c;
    value *= c * d;
    if (fabs(c * d - 1) < DBL_EPSILON / 2) break;
  }
  return value;
}

double cal_gamma_log_tail(const struct cal_gamma* gamma, double log_t) {
  const double a = gamma->a, t = exp(log_t);
  if (t == 0 || isinf(t)) return -t;
  const double log_unit = cal_gamma_log_density(gamma, log_t) + log_t;
  if (t < a + 1) return log1p(-exp(log_unit) / a * lower_series(a, t));
  return log_unit + log(upper_fraction(a, t));
}
