#include "kernels/fit/bigaussian.h"

#include <float.h>
#include <math.h>

#include "kernels/base/parallel.h"
#include "kernels/base/sum.h"
#include "kernels/cost/cross-entropy.h"

// A tenth of a second.
enum { PIECE = 1 << 18 };

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

// Density of the mixture at an LLR.
static double mixture_density(double llr, double s) {
  const double below = (llr + s * s / 2) / s, above = (llr - s * s / 2) / s;
  return (exp(-below * below / 2) + exp(-above * above / 2)) / (s * sqrt(8 * pi));
}

// Newton's step on the logarithm of the share, and a little more, so that both ends of the bracket
// close in. The middle of the bracket if that leads out of it.
static double step_past(double llr, double found, double share, double s, double low, double high) {
  const double step = log(share / found) * found / mixture_density(llr, s);
  const double next = llr + 1.00001 * step + copysign(DBL_EPSILON * llr, step);
  return next > low && next < high ? next : low + (high - low) / 2;
}

// Starts at the quantile `near` of a smaller share, or at any number below 0. Ends where no double
// is left between the ends, as in cal_bigaussian_s().
static double lower_quantile(double s, double share, double near) {
  double low = near, high = 0, found;
  while ((found = mixture(low, s)) > share) low = 2 * low - DBL_MIN;
  volatile double middle = step_past(low, found, share, s, low, high);
  while (middle > low && middle < high) {
    found = mixture(middle, s);
    if (found < share) {
      low = middle;
    } else {
      high = middle;
    }
    middle = step_past(middle, found, share, s, low, high);
  }
  return middle;
}

struct work {
  double s;
  const double *lower, *upper;
  ptrdiff_t n, n_parts;
  double* out;
};

// From both ends to the middle, each quantile from the one before.
static void find_part(void* data, ptrdiff_t part) {
  const struct work* work = data;
  const double *lower = work->lower, *upper = work->upper;
  const ptrdiff_t first = cal_part_begin(work->n, work->n_parts, part);
  const ptrdiff_t end = cal_part_begin(work->n, work->n_parts, part + 1);
  double near = -1;
  ptrdiff_t low = first, high = end;
  for (; low < end && lower[low] < upper[low]; ++low) {
    work->out[low] = near = lower_quantile(work->s, lower[low], near);
  }
  near = -1;
  for (; high > low && upper[high - 1] < lower[high - 1]; --high) {
    near = lower_quantile(work->s, upper[high - 1], near);
    work->out[high - 1] = -near;
  }
  for (; low < high; ++low) work->out[low] = 0;
}

void cal_bigaussian_quantiles(struct cal_host* host, double s, const double* lower,
                              const double* upper, ptrdiff_t n, double* out) {
  for (ptrdiff_t i = 0; i < n; i += PIECE) {
    const ptrdiff_t length = n - i < PIECE ? n - i : PIECE;
    struct work work = {s, lower + i, upper + i, length, cal_parts(length), out + i};
    cal_pulse(host);
    cal_parallel(find_part, &work, work.n_parts, host->n_threads);
  }
}
