#include "kernels/cost/useful-range.h"

#include <math.h>
#include <stdbool.h>

#include "kernels/base/root.h"
#include "kernels/cost/cross-entropy-curve.h"

// The excess, made finite for the search; `side` is -1 for the function with the opposite sign.
struct excess {
  struct cal_host* host;
  const struct cal_points* points;
  double side;
};

static double bounded_excess(void* data, double log_odds) {
  const struct excess* excess = data;
  cal_pulse(excess->host);
  const double value = cal_excess(excess->points, log_odds);
  return excess->side * fmax(fmin(value, 1e300), -1e300);
}

static int sign(double x) { return (x > 0) - (x < 0); }

// The points at which the excess is known.
struct scan {
  double *at, *value;
  ptrdiff_t n;
};

static void insert(struct scan* scan, double at, double value) {
  ptrdiff_t i = scan->n++;
  for (; i > 0 && scan->at[i - 1] > at; --i) {
    scan->at[i] = scan->at[i - 1];
    scan->value[i] = scan->value[i - 1];
  }
  scan->at[i] = at;
  scan->value[i] = value;
}

// Is the value nearer to 0 than at its neighbours, on the same side? On flat stretches rounding
// makes many minima; none of them can reach zero.
static bool is_dip(const double* value) {
  const double size = fabs(value[0]), before = fabs(value[-1]), behind = fabs(value[1]);
  const bool same_sign =
      sign(value[0]) * sign(value[-1]) > 0 && sign(value[0]) * sign(value[1]) > 0;
  const bool is_deep = fmax(before, behind) > size * (1 + 1e-9);
  return same_sign && size <= before && size <= behind && is_deep;
}

// Adds the points at which the excess has the opposite sign to the grid around them.
static void add_hidden(struct excess* excess, const double* grid, const double* value, ptrdiff_t n,
                       struct scan* scan) {
  for (ptrdiff_t i = 1; i < n - 1; ++i) {
    if (!is_dip(value + i)) continue;
    excess->side = sign(value[i]);
    const struct cal_function f = {bounded_excess, excess};
    const double at = cal_find_minimum(f, grid[i - 1], grid[i + 1], 1e-9);
    const double found = cal_excess(excess->points, at);
    if (sign(found) != sign(value[i])) insert(scan, at, found);
  }
}

static double root_between(struct excess* excess, double lower, double upper) {
  const double size = fmax(1, fmax(fabs(lower), fabs(upper)));
  excess->side = 1;
  return cal_find_root((struct cal_function){bounded_excess, excess}, lower, upper, 1e-15 * size);
}

ptrdiff_t cal_useful_ranges(struct cal_host* host, const struct cal_points* points,
                            const double* grid, ptrdiff_t n, double* end) {
  double* value = cal_scratch_doubles(host, n);
  struct scan scan = {cal_scratch_doubles(host, 2 * n), cal_scratch_doubles(host, 2 * n), 0};
  cal_excess_along(host, points, grid, n, value);
  for (ptrdiff_t i = 0; i < n; ++i) insert(&scan, grid[i], value[i]);
  struct excess excess = {host, points, 1};
  add_hidden(&excess, grid, value, n, &scan);

  ptrdiff_t n_ends = 0;
  if (scan.value[0] < 0) end[n_ends++] = -HUGE_VAL;
  for (ptrdiff_t i = 1; i < scan.n; ++i) {
    if ((scan.value[i] < 0) == (scan.value[i - 1] < 0)) continue;
    end[n_ends++] = root_between(&excess, scan.at[i - 1], scan.at[i]);
  }
  if (scan.value[scan.n - 1] < 0) end[n_ends++] = HUGE_VAL;
  return n_ends;
}
