// Ends of useful ranges: finds the cells of the grid in which the excess may change its sign, then
// the roots in these.
#include "kernels/cost/useful-range.h"

#include <math.h>
#include <stdbool.h>

#include "kernels/base/root.h"
#include "kernels/base/sigmoid.h"
#include "kernels/cost/cross-entropy-curve.h"

// The excess, known at some points of an ascending grid; `side` is -1 for the function with the
// opposite sign. `is_open` marks the cells, each after its point, in which the sign may change.
struct excess {
  struct cal_host* host;
  const struct cal_points* points;
  double *gains, *losses, side;
  const double* grid;
  ptrdiff_t n;
  double *value, *of_other;
  bool *is_known, *is_open;
};

static double excess_at(struct excess* excess, double log_odds, double* of_other) {
  cal_pulse(excess->host);
  return cal_excess_of_gains(excess->points, excess->gains, excess->losses, log_odds, of_other);
}

// The excess, made finite for the search.
static double bounded_excess(void* data, double log_odds) {
  struct excess* excess = data;
  double of_other;
  return excess->side * fmax(fmin(excess_at(excess, log_odds, &of_other), 1e300), -1e300);
}

static void know(struct excess* excess, ptrdiff_t i) {
  if (excess->is_known[i]) return;
  excess->is_known[i] = true;
  excess->value[i] = excess_at(excess, excess->grid[i], &excess->of_other[i]);
}

// Half of the grid, from its far end on, where the prior of the rarer hypothesis rises.
struct half {
  struct excess* excess;
  ptrdiff_t first, step;
};

// The excess at a point is rare + other, in which `rare`, and `other` times the prior odds of the
// rarer hypothesis, are concave functions of its prior; the latter is 0 at 0.
struct at {
  double prior, rare, other;
};

static struct at find_at(const struct half* half, ptrdiff_t i) {
  const ptrdiff_t k = half->first + half->step * i;
  know(half->excess, k);
  const double log_odds = half->excess->grid[k], of_other = half->excess->of_other[k];
  const double of_rare = half->excess->value[k] - of_other;
  const bool is_low = half->step > 0;
  const double prior = exp(-cal_softplus(is_low ? -log_odds : log_odds));
  if ((log_odds <= 0) == is_low) return (struct at){prior, of_rare, of_other};
  // Beyond even odds the hypotheses have changed places.
  const double odds = exp(-fabs(log_odds));
  return (struct at){prior, of_other * odds, of_rare * odds};
}

// Has the excess one sign between two points? A concave function is above its ends; before them it
// is below the line to a point `behind`. `other` falls, relative to (1 - prior), as the prior
// rises. `noise` is far more than the rounding error of the parts, whose trials cost more than
// ln(prior) each.
static bool keeps_sign(struct at a, struct at b, const struct at* behind) {
  const double shrinks = (1 - b.prior) / (1 - a.prior);
  const double noise = 1e-12 * (1 + fabs(a.rare) + fabs(b.rare) + fabs(a.other) + fabs(b.other));
  if (fmin(a.rare, b.rare) + fmin(b.other, b.other / shrinks) > noise) return true;
  if (behind == NULL) return false;
  const double falls = (b.rare - behind->rare) * (b.prior - a.prior) / (behind->prior - b.prior);
  const double most = b.rare + (falls <= 0 ? 0 : falls) + fmax(a.other, a.other * shrinks);
  return most < -noise * (1 + (b.prior - a.prior) / (behind->prior - b.prior));
}

// Opens the cells from point `i` to point `j` in which the sign may change.
static void open_cells(const struct half* half, ptrdiff_t i, ptrdiff_t j, const struct at* behind) {
  const struct at a = find_at(half, i), b = find_at(half, j);
  if (keeps_sign(a, b, behind)) return;
  if (j - i > 1) {
    const ptrdiff_t middle = i + (j - i) / 2;
    open_cells(half, middle, j, behind);
    open_cells(half, i, middle, &b);
    return;
  }
  const ptrdiff_t k = half->first + half->step * i, next = k + half->step;
  half->excess->is_open[k < next ? k : next] = true;
}

// Opens cells of a half whose last point is `j`.
static void open_half(const struct half* half, ptrdiff_t j) {
  const ptrdiff_t far = j + 8;
  if (j < 1) return;
  if (far < half->excess->n) {
    const struct at behind = find_at(half, far);
    open_cells(half, 0, j, &behind);
  } else {
    open_cells(half, 0, j, NULL);
  }
}

// Knows the excess around all cells in which its sign may change.
static void find_open_cells(struct excess* excess) {
  const ptrdiff_t last = excess->n - 1;
  ptrdiff_t zero = last;
  while (zero > 0 && excess->grid[zero] > 0) --zero;
  open_half(&(struct half){excess, 0, 1}, zero);
  open_half(&(struct half){excess, last, -1}, last - zero);
  for (ptrdiff_t i = 0; i < excess->n - 1; ++i) {
    if (!excess->is_open[i]) continue;
    for (ptrdiff_t k = i - 1; k <= i + 2; ++k) {
      if (k >= 0 && k < excess->n) know(excess, k);
    }
  }
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

// Adds the points at which the excess has the opposite sign to the grid around them, which are in
// open cells.
static void add_hidden(struct excess* excess, struct scan* scan) {
  const double *grid = excess->grid, *value = excess->value;
  for (ptrdiff_t i = 1; i < excess->n - 1; ++i) {
    if (!(excess->is_open[i - 1] || excess->is_open[i]) || !is_dip(value + i)) continue;
    excess->side = sign(value[i]);
    const struct cal_function f = {bounded_excess, excess};
    const double at = cal_find_minimum(f, grid[i - 1], grid[i + 1], 1e-9);
    double of_other;
    const double found = excess_at(excess, at, &of_other);
    if (sign(found) != sign(value[i])) insert(scan, at, found);
  }
}

static double root_between(struct excess* excess, double lower, double upper) {
  const double size = fmax(1, fmax(fabs(lower), fabs(upper)));
  excess->side = 1;
  return cal_find_root((struct cal_function){bounded_excess, excess}, lower, upper, 1e-15 * size);
}

static struct excess new_excess(struct cal_host* host, const struct cal_points* points,
                                const double* grid, ptrdiff_t n) {
  struct excess excess = {.host = host, .points = points, .side = 1, .grid = grid, .n = n};
  excess.gains = cal_scratch_doubles(host, points->n);
  excess.losses = cal_scratch_doubles(host, points->n);
  cal_find_gains(points, excess.gains, excess.losses);
  excess.value = cal_scratch_doubles(host, n);
  excess.of_other = cal_scratch_doubles(host, n);
  excess.is_known = cal_scratch(host, n, sizeof *excess.is_known);
  excess.is_open = cal_scratch(host, n, sizeof *excess.is_open);
  for (ptrdiff_t i = 0; i < n; ++i) excess.is_known[i] = excess.is_open[i] = false;
  return excess;
}

ptrdiff_t cal_useful_ranges(struct cal_host* host, const struct cal_points* points,
                            const double* grid, ptrdiff_t n, double* end) {
  struct excess excess = new_excess(host, points, grid, n);
  struct scan scan = {cal_scratch_doubles(host, 2 * n), cal_scratch_doubles(host, 2 * n), 0};
  find_open_cells(&excess);
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (excess.is_known[i]) insert(&scan, grid[i], excess.value[i]);
  }
  add_hidden(&excess, &scan);

  ptrdiff_t n_ends = 0;
  if (scan.value[0] < 0) end[n_ends++] = -HUGE_VAL;
  for (ptrdiff_t i = 1; i < scan.n; ++i) {
    if ((scan.value[i] < 0) == (scan.value[i - 1] < 0)) continue;
    end[n_ends++] = root_between(&excess, scan.at[i - 1], scan.at[i]);
  }
  if (scan.value[scan.n - 1] < 0) end[n_ends++] = HUGE_VAL;
  return n_ends;
}
