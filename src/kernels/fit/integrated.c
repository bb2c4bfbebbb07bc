#include "kernels/fit/integrated.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/base/plan.h"

// Nodes of the trapezoidal rule in asinh(t) for t >= 0, whose terms fall so fast at both ends that
// the error is that of the nearest pole of the integrand: at least pi / hypot(mean, sd) from the
// axis. Each level halves the steps of the one before.
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
    const double t = nodes->t[j] = sinh(w);
    nodes->weight[j] = exp(-(degrees + 1) / 2 * log1p(t / degrees * t)) * cosh(w);
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

// For a mean of at least 0, which rounding must not pass.
static double integrated(struct nodes* nodes, double degrees, double mean, double variance) {
  const double sd = sqrt(fmax(variance, 0)), most = 1000;
  // Beside larger errors a posterior is 0 or 1, whatever the unit.
  const double unit = fmax(sd / most, 1);
  int level = LEAST_LEVEL;
  while (level < MOST_LEVEL && ldexp(0.6, level) < hypot(mean, sd) / unit) ++level;
  if (!(sd > 0) || isinf(mean)) return mean;
  fill_nodes(nodes, level, degrees);
  const struct averages averages = average(nodes, mean / unit, sd / unit);
  return fmin(fmax(log(averages.h1) - averages.log_h2, 0), mean);
}

// One LR whose mean is not below 0, and steps back.
struct value {
  ptrdiff_t k;
  double mean, variance;
  double *fall, *pull, *curb, *step;
};

static void read_value(const struct cal_unsure* all, ptrdiff_t i, struct value* value) {
  const ptrdiff_t n = all->n, k = all->k;
  const double side = all->mean[i] < 0 ? -1 : 1;
  value->mean = fabs(all->mean[i]);
  value->variance = all->variance[i];
  for (ptrdiff_t j = 0; j < k; ++j) {
    const double up = all->fall[j * n + i] < 0 ? -1 : 1;
    value->fall[j] = fabs(all->fall[j * n + i]);
    value->pull[j] = side * up * all->pull[j * n + i];
    for (ptrdiff_t l = 0; l < k; ++l) {
      const double other = all->fall[l * n + i] < 0 ? -1 : 1;
      value->curb[l * k + j] = up * other * all->curb[(l * k + j) * n + i];
    }
  }
}

// The steps that make variance / 2 + price * (what the mean loses) least, one after the other until
// they stay. The function is convex.
static void find_steps(struct value* value, double price) {
  const ptrdiff_t k = value->k;
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

static double at_price(struct value* value, struct nodes* nodes, double degrees, double price) {
  const ptrdiff_t k = value->k;
  double mean = value->mean, variance = value->variance;
  find_steps(value, price);
  for (ptrdiff_t j = 0; j < k; ++j) {
    mean -= value->step[j] * value->fall[j];
    variance -= 2 * value->step[j] * value->pull[j];
    for (ptrdiff_t l = 0; l < k; ++l) {
      variance += value->step[j] * value->curb[l * k + j] * value->step[l];
    }
  }
  return mean > 0 ? integrated(nodes, degrees, mean, variance) : 0;
}

// Along the prices at which steps are taken the result has one maximum: golden section.
static double farthest(struct value* value, struct nodes* nodes, double degrees) {
  const double own = integrated(nodes, degrees, value->mean, value->variance);
  const double golden = 0.6180339887498949;
  double low = 0, high = 0;
  for (ptrdiff_t j = 0; j < value->k; ++j) {
    if (value->fall[j] > 0) high = fmax(high, value->pull[j] / value->fall[j]);
  }
  if (high == 0 || at_price(value, nodes, degrees, high * (1 - 1e-7)) <= own) return own;
  double left = high - golden * high, right = golden * high;
  double at_left = at_price(value, nodes, degrees, left);
  double at_right = at_price(value, nodes, degrees, right);
  for (int step = 0; step < 40; ++step) {
    const bool rises = at_left < at_right;
    *(rises ? &low : &high) = rises ? left : right;
    const double next = rises ? low + golden * (high - low) : high - golden * (high - low);
    const double found = at_price(value, nodes, degrees, next);
    if (rises) {
      left = right, at_left = at_right, right = next, at_right = found;
    } else {
      right = left, at_right = at_left, left = next, at_left = found;
    }
  }
  return fmax(own, fmax(at_left, at_right));
}

void cal_integrate(struct cal_host* host, const struct cal_unsure* unsure, double* llr) {
  const ptrdiff_t k = unsure->k;
  struct nodes nodes = {.t = cal_scratch_doubles(host, n_nodes(MOST_LEVEL)),
                        .weight = cal_scratch_doubles(host, n_nodes(MOST_LEVEL))};
  struct value value = {.k = k,
                        .fall = cal_scratch_doubles(host, k),
                        .pull = cal_scratch_doubles(host, k),
                        .curb = cal_scratch_doubles(host, k * k),
                        .step = cal_scratch_doubles(host, k)};
  for (ptrdiff_t i = 0; i < unsure->n; ++i) {
    if (i % 64 == 0) cal_pulse(host);
    read_value(unsure, i, &value);
    llr[i] = copysign(farthest(&value, &nodes, unsure->degrees), unsure->mean[i]);
  }
}
