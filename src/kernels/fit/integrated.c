// Averages over the errors by the trapezoidal rule; then the LR farthest from 0, by the price of a
// step at which `farthest()` has its root.
#include "kernels/fit/integrated.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/base/plan.h"
#include "kernels/base/root.h"

// Nodes of the trapezoidal rule in asinh(t) for t >= 0. Terms fall so fast at both ends that only
// the nearest pole of the integrand, at least pi / |(mean, sd)| from the axis, limits the error.
// Each level halves the steps of the one before.
struct nodes {
  int level;
  ptrdiff_t n;
  double *t, *weight;
};

enum { LEAST_LEVEL = 2, MOST_LEVEL = 12 };

// Beyond asinh(t) = 21 less than 1e-9 of the weight is left, with one degree of freedom too.
static ptrdiff_t n_nodes(int level) { return ((ptrdiff_t)21 << level) + 1; }

static void fill_nodes(struct nodes* nodes, int level, double degrees) {
  if (nodes->level == level) return;
  double total = 0;
  nodes->level = level;
  nodes->n = n_nodes(level);
  for (ptrdiff_t j = 0; j < nodes->n; ++j) {
    const double w = ldexp((double)j, -level);
    const double t = nodes->t[j] = (expm1(w) - expm1(-w)) / 2;
    const double growth = (exp(w) + exp(-w)) / 2;
    nodes->weight[j] = exp(-(degrees + 1) / 2 * log1p(t / degrees * t)) * growth;
    if (j == 0) nodes->weight[j] /= 2;
    total += nodes->weight[j];
  }
  for (ptrdiff_t j = 0; j < nodes->n; ++j) nodes->weight[j] /= total;
}

static double log_add(double a, double b) { return fmax(a, b) + log1p(exp(-fabs(a - b))); }

// The mean posteriors of H1 and of H2 at even odds, the latter as a logarithm. Errors of both signs
// together give (1 + c) / (h + c) and (q + c) / (h + c) of one half, with q = e^-2m,
// h = (1 + q) / 2 and c = e^-m cosh(x).
struct averages {
  double h1, log_h2;
};

static struct averages average(const struct nodes* nodes, double mean, double sd) {
  const double q = exp(-2 * mean), h = (1 + q) / 2;
  // Weights fall, and the mean of H2 is above e^-m / 2.
  const double least = exp(-mean - 45);
  double h1 = 0, h2 = 0, log_h2 = -INFINITY;
  for (ptrdiff_t j = 0; j < nodes->n && nodes->weight[j] >= least; ++j) {
    const double x = sd * nodes->t[j], both = (1 + exp(-2 * x)) / 2, far = fmin(x - mean, 700);
    const double c = exp(far) * both, weight = nodes->weight[j] / (h + c);
    h1 += weight * (1 + c);
    h2 += weight * (q + c);
    if (mean > 600 && weight > 0) {
      log_h2 = log_add(log_h2, log(weight) + log_add(-2 * mean, far + log(both)));
    }
  }
  return (struct averages){h1, mean > 600 ? log_h2 : log(h2)};
}

// With larger errors a posterior is 0 or 1, in any unit.
static double unit_of(double sd) { return fmax(sd / 1000, 1); }

static void find_nodes(struct nodes* nodes, double degrees, double mean, double sd) {
  int level = LEAST_LEVEL;
  while (level < MOST_LEVEL && ldexp(0.6, level) < sqrt(mean * mean + sd * sd)) ++level;
  fill_nodes(nodes, level, degrees);
}

// An LR whose mean is not below 0, and its variance.
struct spot {
  double mean, variance;
};

// The integrated LLR. Rounding must not take it beyond the mean.
static double integrated(struct nodes* nodes, double degrees, struct spot at) {
  const double sd = sqrt(fmax(at.variance, 0)), unit = unit_of(sd);
  if (!(sd > 0) || isinf(at.mean)) return at.mean;
  find_nodes(nodes, degrees, at.mean / unit, sd / unit);
  const struct averages averages = average(nodes, at.mean / unit, sd / unit);
  return fmin(fmax(log(averages.h1) - averages.log_h2, 0), at.mean);
}

// The ln of the value of half of the variance in units of the mean: with the density s of the
// logistic distribution, m the mean and x = sd t, the ratio of
//   t (s(m - x) - s(m + x)) / sd  and  s(m - x) + s(m + x),
// averaged each. Both densities have the factor exp(-|m - x|), which can be too small for a number.
static double log_rate(struct nodes* nodes, double degrees, struct spot at) {
  const double sd = sqrt(fmax(at.variance, 1e-200)), unit = unit_of(sd), m = at.mean / unit;
  double above = 0, below = 0, top = -INFINITY;
  find_nodes(nodes, degrees, m, sd / unit);
  for (ptrdiff_t j = 0; j < nodes->n && nodes->weight[j] > 0; ++j) {
    const double t = nodes->t[j], x = sd / unit * t, gap = fabs(m - x), both = exp(-m - x);
    const double size = log(nodes->weight[j]) - gap, spread = (1 + exp(-gap)) * (1 + both);
    if (size > top) {
      above *= exp(top - size);
      below *= exp(top - size);
      top = size;
    }
    const double part = exp(size - top) / (spread * spread);
    above += part * t * expm1(-2 * m) * expm1(-2 * x);
    below += part * ((1 + exp(-2 * m)) * (1 + exp(-2 * x)) + 4 * both);
  }
  return log(above) - log(below) - log(sd);
}

// One LR and its directions of shrinkage, with signs that make the mean non-negative and let steps
// reduce it.
struct value {
  const struct cal_unsure* all;
  struct nodes nodes;
  double mean;
  double *row, *way, *fall, *pull, *curb, *step, *rest;
};

static double product(const struct cal_unsure* all, const double* a, const double* b) {
  double sum = 0;
  for (ptrdiff_t c = 0; c < all->p; ++c) {
    for (ptrdiff_t d = 0; d < all->p; ++d) sum += a[c] * all->vcov[d * all->p + c] * b[d];
  }
  return sum;
}

static void read_way(struct value* value, ptrdiff_t i, ptrdiff_t j) {
  const struct cal_unsure* all = value->all;
  double *way = value->way + j * all->p, fall = 0;
  for (ptrdiff_t c = 0; c < all->p; ++c) {
    way[c] = all->way[(j * all->p + c) * all->n + i];
    fall += way[c] * all->coefficients[c];
  }
  for (ptrdiff_t c = 0; c < all->p; ++c) way[c] *= fall < 0 ? -1 : 1;
  value->fall[j] = fabs(fall);
}

static void read_value(struct value* value, ptrdiff_t i) {
  const struct cal_unsure* all = value->all;
  value->mean = fabs(all->mean[i]);
  for (ptrdiff_t c = 0; c < all->p; ++c) {
    value->row[c] = all->mean[i] < 0 ? -all->row[c * all->n + i] : all->row[c * all->n + i];
  }
  for (ptrdiff_t j = 0; j < all->k; ++j) {
    read_way(value, i, j);
    const double* way = value->way + j * all->p;
    value->pull[j] = product(all, way, value->row);
    for (ptrdiff_t l = 0; l <= j; ++l) {
      value->curb[l * all->k + j] = value->curb[j * all->k + l] =
          product(all, way, value->way + l * all->p);
    }
  }
}

// Minimises variance / 2 + price * (loss of the mean), a convex function, over one step after the
// other until none changes.
static void find_steps(struct value* value, double price) {
  const ptrdiff_t k = value->all->k;
  memset(value->step, 0, (size_t)k * sizeof(double));
  for (int sweep = 0; sweep < CAL_PLAN_STEPS_BACK; ++sweep) {
    double moved = 0, size = 0;
    for (ptrdiff_t j = 0; j < k; ++j) {
      const double curb = value->curb[j * k + j], before = value->step[j];
      double rest = value->pull[j] - price * value->fall[j];
      for (ptrdiff_t l = 0; l < k; ++l)
        rest -= l == j ? 0 : value->curb[l * k + j] * value->step[l];
      value->step[j] = curb > 0 && value->fall[j] > 0 ? fmax(rest / curb, 0) : 0;
      moved = fmax(moved, fabs(value->step[j] - before) * sqrt(curb));
      size = fmax(size, value->step[j] * sqrt(curb));
    }
    if (moved <= 1e-15 * size) return;
  }
}

// The variance comes from the remaining row: a sum of terms would lose it to rounding.
static struct spot at_price(struct value* value, double price) {
  const ptrdiff_t p = value->all->p;
  double mean = value->mean;
  find_steps(value, price);
  memcpy(value->rest, value->row, (size_t)p * sizeof(double));
  for (ptrdiff_t j = 0; j < value->all->k; ++j) {
    mean -= value->step[j] * value->fall[j];
    for (ptrdiff_t c = 0; c < p; ++c) value->rest[c] -= value->step[j] * value->way[j * p + c];
  }
  return (struct spot){mean, product(value->all, value->rest, value->rest)};
}

// Positive if the price, given as its ln, is below the value of the variance in units of the mean.
static double excess(void* data, double log_price) {
  struct value* value = data;
  const struct spot at = at_price(value, exp(log_price));
  return at.mean > 0 ? log_price + log_rate(&value->nodes, value->all->degrees, at) : -1000;
}

// As the price rises, half of the variance grows by the price times the gain of the mean. So the
// farthest LR is where the price equals that of the variance in units of the mean.
static double farthest(struct value* value) {
  const double degrees = value->all->degrees;
  const struct spot here = {value->mean, product(value->all, value->row, value->row)};
  const double own = integrated(&value->nodes, degrees, here);
  const struct cal_function function = {excess, value};
  double most = 0;
  for (ptrdiff_t j = 0; j < value->all->k; ++j) {
    if (value->fall[j] > 0) most = fmax(most, value->pull[j] / value->fall[j]);
  }
  if (!(most > 0) || !(here.mean > 0) || isinf(here.mean)) return own;
  // Far out mean and variance nearly balance, and rounding may hide the difference.
  double high = log(most), low = high;
  const double first = high + log_rate(&value->nodes, degrees, here);
  if (!(first > -1e-3)) return own;
  int doublings = 0;
  for (bool above = first > 0; doublings < 10; ++doublings) {
    low = high - ldexp(1, doublings);
    const bool is_below = excess(value, low) <= 0;
    if (is_below && above) break;
    if (!is_below) above = true, high = low;
  }
  if (doublings == 10) return own;
  const struct spot best = at_price(value, exp(cal_find_root(function, low, high, 1e-9)));
  return best.mean > 0 ? fmax(own, integrated(&value->nodes, degrees, best)) : own;
}

void cal_integrate(struct cal_host* host, const struct cal_unsure* unsure, double* llr) {
  const ptrdiff_t k = unsure->k, p = unsure->p;
  struct value value = {.all = unsure,
                        .nodes = {.t = cal_scratch_doubles(host, n_nodes(MOST_LEVEL)),
                                  .weight = cal_scratch_doubles(host, n_nodes(MOST_LEVEL))},
                        .row = cal_scratch_doubles(host, p),
                        .way = cal_scratch_doubles(host, k * p),
                        .fall = cal_scratch_doubles(host, k),
                        .pull = cal_scratch_doubles(host, k),
                        .curb = cal_scratch_doubles(host, k * k),
                        .step = cal_scratch_doubles(host, k),
                        .rest = cal_scratch_doubles(host, p)};
  for (ptrdiff_t i = 0; i < unsure->n; ++i) {
    if (i % 64 == 0) cal_pulse(host);
    read_value(&value, i);
    llr[i] = copysign(farthest(&value), unsure->mean[i]);
  }
}
