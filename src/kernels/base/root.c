#include "kernels/base/root.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

static double value_at(struct cal_function f, double x) { return f.at(f.data, x); }

// The best place so far (`b`), the one before (`a`), and one on the other side of the root (`c`).
struct bracket {
  double a, b, c, f_a, f_b, f_c;
};

static void put_best_first(struct bracket* at) {
  if (!(fabs(at->f_c) < fabs(at->f_b))) return;
  at->a = at->b, at->b = at->c, at->c = at->a;
  at->f_a = at->f_b, at->f_b = at->f_c, at->f_c = at->f_a;
}

// Step by a line or, with three places, by an inverse parabola; half of the bracket if that would
// lead too far.
static double interpolate(const struct bracket* at, double before, double tolerance) {
  const double width = at->c - at->b, half = width / 2;
  if (!(fabs(before) >= tolerance && fabs(at->f_a) > fabs(at->f_b))) return half;
  double p, q;
  if (at->a == at->c) {
    const double ratio = at->f_b / at->f_a;
    p = width * ratio;
    q = 1 - ratio;
  } else {
    const double r = at->f_a / at->f_c, s = at->f_b / at->f_c, t = at->f_b / at->f_a;
    p = t * (width * r * (r - s) - (at->b - at->a) * (s - 1));
    q = (r - 1) * (s - 1) * (t - 1);
  }
  if (p > 0)
    q = -q;
  else
    p = -p;
  const bool pays = p < 0.75 * width * q - fabs(tolerance * q) / 2 && p < fabs(before * q / 2);
  return pays ? p / q : half;
}

enum { MOST_STEPS = 1000 };

double cal_find_root(struct cal_function f, double lower, double upper, double tolerance) {
  struct bracket at = {lower, upper, lower, value_at(f, lower), value_at(f, upper), 0};
  at.f_c = at.f_a;
  if (at.f_a == 0) return lower;
  for (int i = 0; i <= MOST_STEPS; ++i) {
    const double before = at.b - at.a;
    put_best_first(&at);
    const double close = 2 * DBL_EPSILON * fabs(at.b) + tolerance / 2;
    if (fabs((at.c - at.b) / 2) <= close || at.f_b == 0) return at.b;
    double step = interpolate(&at, before, close);
    if (fabs(step) < close) step = step > 0 ? close : -close;
    at.a = at.b;
    at.f_a = at.f_b;
    at.b += step;
    at.f_b = value_at(f, at.b);
    if ((at.f_b > 0 && at.f_c > 0) || (at.f_b < 0 && at.f_c < 0)) {
      at.c = at.a;
      at.f_c = at.f_a;
    }
  }
  return at.b;
}

// The lowest place so far (`x`), the second lowest (`w`), the previous second lowest (`v`), and the
// ends of the bracket; the last two steps.
struct valley {
  double low, high, x, w, v, f_x, f_w, f_v, step, before;
};

static double golden_section(void) { return (3 - sqrt(5)) * 0.5; }

// The next step, at least as long as `close`, which is twice as far from the ends.
static double next_step(struct valley* at, double close) {
  const double middle = (at->low + at->high) * 0.5;
  double p = 0, q = 0, last = 0;
  if (fabs(at->before) > close) {
    const double r = (at->x - at->w) * (at->f_x - at->f_v);
    q = (at->x - at->v) * (at->f_x - at->f_w);
    p = (at->x - at->v) * q - (at->x - at->w) * r;
    q = (q - r) * 2;
    if (q > 0)
      p = -p;
    else
      q = -q;
    last = at->before;
    at->before = at->step;
  }
  if (fabs(p) >= fabs(q * 0.5 * last) || p <= q * (at->low - at->x) ||
      p >= q * (at->high - at->x)) {
    at->before = at->x < middle ? at->high - at->x : at->low - at->x;
    at->step = golden_section() * at->before;
  } else {
    at->step = p / q;
    const double u = at->x + at->step;
    if (u - at->low < close * 2 || at->high - u < close * 2) {
      at->step = at->x >= middle ? -close : close;
    }
  }
  if (fabs(at->step) >= close) return at->step;
  return at->step > 0 ? close : -close;
}

static void take_in(struct valley* at, double u, double f_u) {
  if (f_u <= at->f_x) {
    *(u < at->x ? &at->high : &at->low) = at->x;
    at->v = at->w, at->f_v = at->f_w;
    at->w = at->x, at->f_w = at->f_x;
    at->x = u, at->f_x = f_u;
    return;
  }
  *(u < at->x ? &at->low : &at->high) = u;
  if (f_u <= at->f_w || at->w == at->x) {
    at->v = at->w, at->f_v = at->f_w;
    at->w = u, at->f_w = f_u;
  } else if (f_u <= at->f_v || at->v == at->x || at->v == at->w) {
    at->v = u, at->f_v = f_u;
  }
}

double cal_find_minimum(struct cal_function f, double lower, double upper, double tolerance) {
  const double first = lower + golden_section() * (upper - lower), f_first = value_at(f, first);
  struct valley at = {lower, upper, first, first, first, f_first, f_first, f_first, 0, 0};
  for (;;) {
    const double middle = (at.low + at.high) * 0.5;
    const double close = sqrt(DBL_EPSILON) * fabs(at.x) + tolerance / 3;
    if (fabs(at.x - middle) <= close * 2 - (at.high - at.low) * 0.5) return at.x;
    const double u = at.x + next_step(&at, close);
    take_in(&at, u, value_at(f, u));
  }
}
