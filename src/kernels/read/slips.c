#include "kernels/read/slips.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernels/base/common-log.h"
#include "kernels/base/plan.h"

// ---- units ----

enum { PROBES = 48 };

// Steps by the golden section, which have no small period, unlike rows.
static ptrdiff_t thinned(ptrdiff_t k, ptrdiff_t n) {
  const uint64_t turns = (uint64_t)k * UINT64_C(0x9E3779B97F4A7C15);
  return (ptrdiff_t)((double)(turns >> 12) * 0x1p-52 * (double)n);
}

// 1 / (1 + e^a) for a >= 0, a hundredth off at 4 and a sixth at 8.
static inline double doubt(double a) {
  const double b = a / 8, root = 1 + b * (1 + b / 2 * (1 + b / 3));
  const double square = root * root, fourth = square * square;
  return 1 / (1 + fourth * fourth);
}

// The derivative of the logistic cost by the slope at 1, of one class in one unit, and its variance
// if the LLRs are calibrated.
struct score {
  double sum, variance;
};

static inline void add_trial(struct score* score, double size, double misleads) {
  const double p = doubt(size);
  score->sum += size * (misleads - p);
  score->variance += size * size * p * (1 - p);
}

struct glance {
  ptrdiff_t n[2];
  struct score as_ln[2], as_log10[2];
};

static void take_glance(const struct cal_trials* trials, struct glance* glance) {
  const bool all = trials->n <= CAL_PLAN_UNIT_STEPS;
  const ptrdiff_t steps = all ? trials->n : CAL_PLAN_UNIT_STEPS, most = CAL_PLAN_UNIT_CLASS;
  *glance = (struct glance){0};
  for (ptrdiff_t k = 0; k < steps; ++k) {
    if (glance->n[CAL_H1] == most && glance->n[CAL_H2] == most) return;
    const ptrdiff_t i = all ? k : thinned(k, trials->n);
    const int class = trials->truth[i];
    const double value = trials->value[i], size = fabs(value);
    if (glance->n[class] == most || isinf(value)) continue;
    ++glance->n[class];
    const double misleads = (value < 0) == (class == CAL_H1);
    add_trial(&glance->as_ln[class], size, misleads);
    add_trial(&glance->as_log10[class], size * CAL_LN_10, misleads);
  }
}

// Standard errors by which that derivative, at even odds, differs from 0.
static double far_off(const struct glance* glance, const struct score score[2]) {
  double sum = 0, variance = 0;
  for (int class = 0; class < 2; ++class) {
    const double n = (double)glance->n[class];
    sum += score[class].sum / n;
    variance += score[class].variance / (n * n);
  }
  return fabs(sum) / sqrt(variance);
}

enum cal_unit cal_unit_glance(const struct cal_trials* trials) {
  struct glance glance;
  take_glance(trials, &glance);
  if (glance.n[CAL_H1] < CAL_PLAN_UNIT_FEWEST || glance.n[CAL_H2] < CAL_PLAN_UNIT_FEWEST) {
    return CAL_UNIT_UNCLEAR;
  }
  const double ln = far_off(&glance, glance.as_ln), log10 = far_off(&glance, glance.as_log10);
  // Does one unit fit and the other not?
  const bool is_clear = fmin(ln, log10) < 3 && fmax(ln, log10) > 2;
  if (!is_clear) return CAL_UNIT_UNCLEAR;
  return ln < log10 ? CAL_UNIT_LN : CAL_UNIT_LOG10;
}

// ---- rows that are there twice ----

static bool same(const struct cal_trials* trials, ptrdiff_t i, ptrdiff_t j) {
  return trials->value[i] == trials->value[j] && trials->truth[i] == trials->truth[j];
}

static ptrdiff_t count_same(const struct cal_trials* trials, ptrdiff_t at) {
  const double value = trials->value[at];
  const int truth = trials->truth[at];
  ptrdiff_t count = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    count += trials->value[i] == value && trials->truth[i] == truth;
  }
  return count;
}

static bool has_period(const struct cal_trials* trials, ptrdiff_t n) {
  for (ptrdiff_t times = 2; times <= 8; ++times) {
    const ptrdiff_t lag = n / times;
    if (n % times == 0 && same(trials, 0, lag) && same(trials, 1, 1 + lag)) return true;
  }
  return false;
}

// Size of the class of the first trial, if all its trials come first.
static ptrdiff_t first_class_size(const struct cal_trials* trials) {
  ptrdiff_t low = 0, high = trials->n;
  while (high - low > 1) {
    const ptrdiff_t middle = low + (high - low) / 2;
    if (trials->truth[middle] == trials->truth[0]) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}

static ptrdiff_t common_divisor(ptrdiff_t a, ptrdiff_t b) {
  while (b != 0) {
    const ptrdiff_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

ptrdiff_t cal_times_there(const struct cal_trials* trials) {
  if (trials->n < 2 * CAL_PLAN_REPEATED_VALUES) return 1;
  if (trials->n > CAL_PLAN_REPEATED && !same(trials, 0, 1) && !has_period(trials, trials->n) &&
      !has_period(trials, first_class_size(trials))) {
    return 1;
  }
  double seen[PROBES];
  ptrdiff_t n_seen = 0, times = 0;
  for (ptrdiff_t k = 0; k < PROBES && times != 1; ++k) {
    const ptrdiff_t at = thinned(k, trials->n);
    times = common_divisor(count_same(trials, at), times);
    ptrdiff_t known = 0;
    while (known < n_seen && seen[known] != trials->value[at]) ++known;
    if (known == n_seen) seen[n_seen++] = trials->value[at];
  }
  return n_seen < CAL_PLAN_REPEATED_VALUES ? 1 : times;
}

// ---- codes ----

static bool is_nines(double size) {
  double nines = 99;
  while (nines < size && nines < 1e10) nines = 10 * nines + 9;
  return nines == size;
}

double cal_code_glance(const struct cal_trials* trials, double min, double max) {
  const bool is_finite = isfinite(min) && isfinite(max);
  double largest = 0, second = 0;
  if (is_finite && !is_nines(fmax(fabs(min), fabs(max)))) return 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double size = fabs(trials->value[i]);
    if (isinf(size)) continue;
    if (size > largest) {
      second = largest;
      largest = size;
    } else if (size < largest && size > second) {
      second = size;
    }
  }
  return is_nines(largest) && second > 0 && second <= largest / 10 ? largest : 0;
}
