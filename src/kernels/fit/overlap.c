#include "kernels/fit/overlap.h"

#include <math.h>

bool cal_overlap(const struct cal_trials* trials, double low, double high) {
  double min[2] = {INFINITY, INFINITY}, max[2] = {-INFINITY, -INFINITY};
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double value = trials->value[i];
    const int class = trials->truth[i];
    if (!(value > low && value < high)) continue;
    if (value >= min[class] && value <= max[class]) continue;
    min[class] = fmin(min[class], value);
    max[class] = fmax(max[class], value);
    if (min[0] < max[1] && min[1] < max[0]) return true;
  }
  return false;
}
