#include "kernels/pav/isotonic.h"

#include <stdbool.h>

static double level_mean(const struct cal_level* level) { return level->sum / level->weight; }

static bool level_ge(const struct cal_level* left, const struct cal_level* right) {
  return level_mean(left) >= level_mean(right);
}

static struct cal_level merge(struct cal_level left, struct cal_level right) {
  return (struct cal_level){right.last, left.sum + right.sum, left.weight + right.weight};
}

static ptrdiff_t pool_left(struct cal_level* levels, ptrdiff_t top) {
  while (top > 0 && level_ge(&levels[top - 1], &levels[top])) {
    levels[top - 1] = merge(levels[top - 1], levels[top]);
    --top;
  }
  return top;
}

void cal_isotonic(const double* y, const double* weight, ptrdiff_t n, struct cal_level* levels,
                  double* fit) {
  ptrdiff_t top = -1;
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (weight[i] > 0) {
      levels[++top] = (struct cal_level){i, y[i] * weight[i], weight[i]};
      top = pool_left(levels, top);
    } else if (top >= 0) {
      levels[top].last = i;
    }
  }

  for (ptrdiff_t level = 0, i = 0; level <= top; ++level) {
    const double mean = level_mean(&levels[level]);
    while (i <= levels[level].last) fit[i++] = mean;
  }
}
