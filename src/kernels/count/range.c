#include "kernels/count/range.h"

#include <math.h>

#include "kernels/base/parallel.h"
#include "kernels/base/vector-path.h"

// Several lanes, so that no operation waits for the previous one. Each takes STRIDE values at a
// time, since compilers keep the lanes in memory.
enum { LANES = 16, STRIDE = 4, STEP = LANES * STRIDE };

static inline double smaller(double a, double b) { return a < b ? a : b; }

static inline double larger(double a, double b) { return a > b ? a : b; }

static bool any_nan(const double* x, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (isnan(x[i])) return true;
  }
  return false;
}

struct range {
  double low, high;
  bool may_hold_nan;
};

CAL_INLINE struct range find_range(const double* restrict x, ptrdiff_t n) {
  double low[LANES], high[LANES], sum[LANES] = {0};
  for (int lane = 0; lane < LANES; ++lane) low[lane] = high[lane] = x[0];

  ptrdiff_t i = 0;
  for (; i + STEP <= n; i += STEP) {
    for (int lane = 0; lane < LANES; ++lane) {
      const double* at = x + i + lane;
      const double a = at[0], b = at[LANES], c = at[2 * LANES], d = at[3 * LANES];
      low[lane] = smaller(smaller(smaller(a, b), smaller(c, d)), low[lane]);
      high[lane] = larger(larger(larger(a, b), larger(c, d)), high[lane]);
      sum[lane] += (a + b) + (c + d);
    }
  }
  for (; i < n; ++i) {
    low[0] = smaller(x[i], low[0]);
    high[0] = larger(x[i], high[0]);
    sum[0] += x[i];
  }

  for (int lane = 1; lane < LANES; ++lane) {
    low[0] = smaller(low[lane], low[0]);
    high[0] = larger(high[lane], high[0]);
    sum[0] += sum[lane];
  }
  // Infinite values and sums, which are rare, are treated like a possible NaN.
  return (struct range){low[0], high[0], !isfinite(sum[0])};
}

static struct range range_plain(const double* x, ptrdiff_t n) { return find_range(x, n); }
CAL_WIDE static struct range range_wide(const double* x, ptrdiff_t n) { return find_range(x, n); }

bool cal_range(const double* x, ptrdiff_t n, double* min, double* max) {
  const struct range range = (cal_vector_is_wide() ? range_wide : range_plain)(x, n);
  *min = range.low;
  *max = range.high;
  return !(range.may_hold_nan && any_nan(x, n));
}

void cal_class_ranges(const double* value, const int* truth, ptrdiff_t n, double low[2],
                      double high[2]) {
  const double infinity = (double)INFINITY;
  double least[2][LANES], most[2][LANES];
  for (int lane = 0; lane < LANES; ++lane) {
    least[0][lane] = least[1][lane] = infinity;
    most[0][lane] = most[1][lane] = -infinity;
  }
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    const int lanes = n - i < LANES ? (int)(n - i) : LANES;
    for (int lane = 0; lane < lanes; ++lane) {
      const double x = value[i + lane];
      const bool is_h1 = truth[i + lane] != 0;
      least[0][lane] = smaller(is_h1 ? infinity : x, least[0][lane]);
      least[1][lane] = smaller(is_h1 ? x : infinity, least[1][lane]);
      most[0][lane] = larger(is_h1 ? -infinity : x, most[0][lane]);
      most[1][lane] = larger(is_h1 ? x : -infinity, most[1][lane]);
    }
  }
  for (int class = 0; class < 2; ++class) {
    low[class] = least[class][0], high[class] = most[class][0];
    for (int lane = 1; lane < LANES; ++lane) {
      low[class] = smaller(least[class][lane], low[class]);
      high[class] = larger(most[class][lane], high[class]);
    }
  }
}

// A lane holds a sixteenth of the count, so 2^36 values are within its reach.
CAL_INLINE ptrdiff_t count_true(const int* restrict x, ptrdiff_t n) {
  unsigned count[LANES] = {0}, bits[LANES] = {0};
  ptrdiff_t i = 0;
  for (; i + STEP <= n; i += STEP) {
    for (int lane = 0; lane < LANES; ++lane) {
      const int* at = x + i + lane;
      const unsigned a = (unsigned)at[0], b = (unsigned)at[LANES];
      const unsigned c = (unsigned)at[2 * LANES], d = (unsigned)at[3 * LANES];
      count[lane] += (a + b) + (c + d);
      bits[lane] |= (a | b) | (c | d);
    }
  }
  for (; i < n; ++i) {
    count[0] += (unsigned)x[i];
    bits[0] |= (unsigned)x[i];
  }

  ptrdiff_t total = 0;
  for (int lane = 0; lane < LANES; ++lane) {
    total += count[lane];
    bits[0] |= bits[lane];
  }
  return bits[0] > 1 ? -1 : total;
}

static ptrdiff_t count_plain(const int* x, ptrdiff_t n) { return count_true(x, n); }
CAL_WIDE static ptrdiff_t count_wide(const int* x, ptrdiff_t n) { return count_true(x, n); }

ptrdiff_t cal_count_true(const int* x, ptrdiff_t n) {
  return (cal_vector_is_wide() ? count_wide : count_plain)(x, n);
}

struct parts {
  const struct cal_trials* trials;
  ptrdiff_t n_parts;
  struct cal_survey found[CAL_MAX_PARTS];
  bool sound[CAL_MAX_PARTS];
};

static void survey_part(void* data, ptrdiff_t part) {
  struct parts* parts = data;
  const struct cal_trials* trials = parts->trials;
  const ptrdiff_t first = cal_part_begin(trials->n, parts->n_parts, part);
  const ptrdiff_t n = cal_part_begin(trials->n, parts->n_parts, part + 1) - first;
  struct cal_survey* found = &parts->found[part];
  found->n_h1 = cal_count_true(trials->truth + first, n);
  parts->sound[part] =
      found->n_h1 >= 0 && cal_range(trials->value + first, n, &found->min, &found->max);
}

bool cal_survey_trials(const struct cal_trials* trials, int n_threads, struct cal_survey* found) {
  struct parts parts = {.trials = trials, .n_parts = cal_parts(trials->n)};
  cal_parallel(survey_part, &parts, parts.n_parts, n_threads);
  if (!parts.sound[0]) return false;
  *found = parts.found[0];
  for (ptrdiff_t part = 1; part < parts.n_parts; ++part) {
    if (!parts.sound[part]) return false;
    found->min = smaller(parts.found[part].min, found->min);
    found->max = larger(parts.found[part].max, found->max);
    found->n_h1 += parts.found[part].n_h1;
  }
  return true;
}

void cal_next_values(const double* value, ptrdiff_t n, double* next) {
  for (ptrdiff_t i = 0; i < n; ++i) next[i] = nextafter(value[i], HUGE_VAL);
}
