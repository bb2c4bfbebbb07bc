#include "kernels/pav/isotonic.h"

#include <stdbool.h>

#include "kernels/base/plan.h"

// A run of observations that share one fitted value. `last` is the index of the final one.
struct level {
  ptrdiff_t last;
  double sum, weight;
};

static double level_mean(const struct level* level) { return level->sum / level->weight; }

static bool level_ge(const struct level* left, const struct level* right) {
  return level_mean(left) >= level_mean(right);
}

static struct level merge(struct level left, struct level right) {
  return (struct level){right.last, left.sum + right.sum, left.weight + right.weight};
}

static ptrdiff_t pool_left(struct level* levels, ptrdiff_t top) {
  while (top > 0 && level_ge(&levels[top - 1], &levels[top])) {
    levels[top - 1] = merge(levels[top - 1], levels[top]);
    --top;
  }
  return top;
}

void cal_isotonic(struct cal_host* host, const double* y, const double* weight, ptrdiff_t n,
                  double* fit) {
  struct level* levels = cal_scratch(host, n, sizeof *levels);
  ptrdiff_t top = -1;
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    if (weight[i] > 0) {
      levels[++top] = (struct level){i, y[i] * weight[i], weight[i]};
      top = pool_left(levels, top);
    } else if (top >= 0) {
      levels[top].last = i;
    }
  }

  cal_pulse(host);
  for (ptrdiff_t level = 0, i = 0; level <= top; ++level) {
    const double mean = level_mean(&levels[level]);
    while (i <= levels[level].last) fit[i++] = mean;
  }
}
