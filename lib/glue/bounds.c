#include <math.h>

#include "set.h"

// The bounds of R/measure-elub.R and R/bound-invariance.R: shares are constant for thresholds from
// one distinct LR to the next, so the first that fails is known in closed form.
static const double slack = 1e-12;

// Trials below the i-th distinct value, and trials from it on, for i up to the number of values.
struct sides {
  double *below_h1, *below_h2, *above_h1, *above_h2;
};

struct bounds_task {
  const struct calibrant_set* set;
  void (*find)(const struct calibrant_set* set, const struct sides* sides, double bounds[2]);
  double* bounds;
};

static void sum_up(const double* n, ptrdiff_t size, double* below, double* above) {
  below[0] = above[size] = 0;
  for (ptrdiff_t i = 0; i < size; ++i) below[i + 1] = below[i] + n[i];
  for (ptrdiff_t i = size; i-- > 0;) above[i] = above[i + 1] + n[i];
}

static void find_bounds(struct cal_host* host, void* data) {
  const struct bounds_task* task = data;
  const struct cal_counted* counted = &task->set->counted;
  const ptrdiff_t n = counted->n;
  double* room = cal_scratch_doubles(host, 4 * (n + 1));
  const struct sides sides = {room, room + (n + 1), room + 2 * (n + 1), room + 3 * (n + 1)};
  sum_up(counted->n_h1, n, sides.below_h1, sides.above_h1);
  sum_up(counted->n_h2, n, sides.below_h2, sides.above_h2);
  task->find(task->set, &sides, task->bounds);
  task->bounds[0] = fmin(task->bounds[0], 0) + 0.;
  task->bounds[1] = fmax(task->bounds[1], 0) + 0.;
}

static double from(const struct calibrant_set* set, ptrdiff_t i) {
  return i == 0 ? -INFINITY : set->axis[i - 1];
}

static double to(const struct calibrant_set* set, ptrdiff_t i) {
  return i == set->counted.n ? INFINITY : set->axis[i];
}

// The number of distinct values below LR = 1 or, with `up_to`, up to it.
static ptrdiff_t values_below_one(const struct calibrant_set* set, bool up_to) {
  ptrdiff_t i = 0;
  while (i < set->counted.n && (set->axis[i] < 0 || (up_to && set->axis[i] == 0))) ++i;
  return i;
}

// Vergeer et al. (2016). With one misleading LR added per side, LRs beyond the bounds could cost
// more than they save.
static void find_elub(const struct calibrant_set* set, const struct sides* sides,
                      double bounds[2]) {
  const double total_h1 = set->totals[CAL_H1] + 1, total_h2 = set->totals[CAL_H2] + 1;
  const ptrdiff_t at_one = values_below_one(set, true);
  bounds[0] = bounds[1] = 0;
  if (log10((sides->below_h1[at_one] + 1) / total_h1 + (sides->above_h2[at_one] + 1) / total_h2) >
      slack) {
    return;
  }
  bounds[0] = -INFINITY;
  bounds[1] = INFINITY;
  for (ptrdiff_t i = 0; i <= set->counted.n; ++i) {
    const double odds = total_h2 / total_h1;
    const double kept = log10(odds * sides->above_h1[i] / (sides->above_h2[i] + 1));
    const double rejected = log10(odds * (sides->below_h1[i] + 1) / sides->below_h2[i]);
    const double above = fmax(fmax(from(set, i), kept), 0);
    const double below = fmin(fmin(to(set, i), rejected), 0);
    if (above < to(set, i)) bounds[1] = fmin(bounds[1], above);
    if (below > from(set, i)) bounds[0] = fmax(bounds[0], below);
  }
}

// The log10 ratio of two shares, with half a trial added to each side of both.
static double log10_ratio(const struct calibrant_set* set, double n_h1, double n_h2) {
  return log10((n_h1 + 0.5) / (set->totals[CAL_H1] + 1)) -
         log10((n_h2 + 0.5) / (set->totals[CAL_H2] + 1));
}

// Alberink et al. (2025): the ratio of the shares of H1 and H2 trials beyond a threshold must be at
// least as strong as the threshold. If all ratios are, the bounds are the smallest LR under H2 and
// the largest under H1.
static void find_iv(const struct calibrant_set* set, const struct sides* sides, double bounds[2]) {
  const ptrdiff_t n = set->counted.n, at_one = values_below_one(set, false);
  double low = -INFINITY, high = INFINITY;
  for (ptrdiff_t i = 0; i <= n; ++i) {
    const double ratio_above = log10_ratio(set, sides->above_h1[i], sides->above_h2[i]);
    const double ratio_below = log10_ratio(set, sides->below_h1[i], sides->below_h2[i]);
    const double above = fmax(fmax(from(set, i), ratio_above), 0);
    const double below = fmin(fmin(to(set, i), ratio_below), 0);
    if (i < n && above < to(set, i)) high = fmin(high, above);
    if (i > 0 && below > from(set, i)) low = fmax(low, below);
    if (i == at_one && -ratio_below < -slack) low = fmax(low, 0);
    if (i == at_one && ratio_above < -slack) high = fmin(high, 0);
  }
  ptrdiff_t first = 0, last = n - 1;
  while (set->counted.n_h2[first] == 0) ++first;
  while (set->counted.n_h1[last] == 0) --last;
  bounds[0] = low == -INFINITY ? set->axis[first] : low;
  bounds[1] = high == INFINITY ? set->axis[last] : high;
}

enum calibrant_status calibrant_bounds(struct calibrant_set* set, enum calibrant_bound method,
                                       double bounds[2], struct calibrant_error* error) {
  struct calibrant_set* effective;
  enum calibrant_status status = refuse_scores(set, error);
  if (status == CALIBRANT_OK) status = need_effective(set, &effective, error);
  if (status == CALIBRANT_OK) status = need_axis(effective, error);
  if (status != CALIBRANT_OK) return status;
  struct bounds_task task = {effective, method == CALIBRANT_ELUB ? find_elub : find_iv, bounds};
  return run_job(find_bounds, &task, 1, error);
}
