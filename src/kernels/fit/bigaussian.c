#include "kernels/fit/bigaussian.h"

#include <math.h>

#include "kernels/base/sum.h"
#include "kernels/cost/cross-entropy.h"

static const double pi = 3.14159265358979323846, ln2 = 0.69314718055994530942;

// With the density of H1 written as exp(llr / 2) times an even function, the integrand is
// analytic up to pi from the real axis except for a Gaussian of width s, so that the trapezoid rule
// with these steps is exact to the precision of a double.
double cal_bigaussian_cllr(double s) {
  // Smaller values of s would leave too few digits for the step.
  if (s < 1e-300) return 1;
  if (isinf(s)) return 0;
  const double step = fmin(0.5, s / 1.5), end = fmin(100, 9.5 * s);
  const int n = (int)ceil(end / step);
  struct cal_sum sum = {0};
  for (int i = -n; i <= n; ++i) {
    const double llr = i * step, u = llr / s;
    cal_sum_add(&sum, cal_softplus(-llr) * exp(llr / 2 - u * u / 2 - s * s / 8));
  }
  return cal_sum_value(sum) * step / (s * sqrt(2 * pi) * ln2);
}

// Halving ends where no double is left between the ends. Processors that compute with more digits
// than a double has would not see the middle equal an end, unless it is stored.
double cal_bigaussian_s(double cllr) {
  if (cllr >= 1) return 0;
  if (cllr <= 0) return HUGE_VAL;
  double low = 0, high = 1;
  while (cal_bigaussian_cllr(high) > cllr) {
    low = high;
    high *= 2;
  }
  volatile double middle = low + (high - low) / 2;
  while (middle > low && middle < high) {
    if (cal_bigaussian_cllr(middle) > cllr) {
      low = middle;
    } else {
      high = middle;
    }
    middle = low + (high - low) / 2;
  }
  return middle;
}

// Share of the mixture below an LLR.
static double mixture(double llr, double s) {
  const double shift = s * s / 2, scale = s * sqrt(2);
  return (erfc((shift - llr) / scale) + erfc((-shift - llr) / scale)) / 4;
}

static double lower_quantile(double s, double share) {
  double low = -1, high = 0;
  while (mixture(low, s) > share) low *= 2;
  volatile double middle = low + (high - low) / 2;
  while (middle > low && middle < high) {
    if (mixture(middle, s) < share) {
      low = middle;
    } else {
      high = middle;
    }
    middle = low + (high - low) / 2;
  }
  return middle;
}

double cal_bigaussian_quantile(double s, double lower, double upper) {
  if (lower == upper) return 0;
  return lower < upper ? lower_quantile(s, lower) : -lower_quantile(s, upper);
}
