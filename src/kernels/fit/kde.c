#include "kernels/fit/kde.h"

#include <math.h>

// The first of the ascending `at` that is not below x.
static ptrdiff_t lower_bound(const double* at, ptrdiff_t n, double x) {
  ptrdiff_t low = 0, high = n;
  while (low < high) {
    const ptrdiff_t middle = low + (high - low) / 2;
    if (at[middle] < x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static double nearest_distance(const double* at, ptrdiff_t n, ptrdiff_t place, double x) {
  const double left = place > 0 ? x - at[place - 1] : HUGE_VAL;
  const double right = place < n ? at[place] - x : HUGE_VAL;
  return fmin(left, right);
}

// Terms are taken relative to that of the nearest centre. Those e^-80 of it are left out, far
// less than any number of them could add up to.
struct cal_log_density cal_kde(const struct cal_kernels* kernels, double x) {
  const double log_root_2pi = 0.91893853320467274178;
  const double *at = kernels->at, bandwidth = kernels->bandwidth;
  const ptrdiff_t n = kernels->n, place = lower_bound(at, n, x);
  const double nearest = nearest_distance(at, n, place, x) / bandwidth;
  const double reach = bandwidth * sqrt(nearest * nearest + 160);
  double sum = 0;
  for (ptrdiff_t i = lower_bound(at, n, x - reach); i < n && at[i] <= x + reach; ++i) {
    const double u = (x - at[i]) / bandwidth;
    sum += kernels->weight[i] * exp((nearest - u) * (nearest + u) / 2);
  }
  return (struct cal_log_density){log(sum / kernels->total) - log(bandwidth) - log_root_2pi,
                                  nearest};
}

void cal_kde_along(struct cal_host* host, const struct cal_kernels* kernels, const double* x,
                   ptrdiff_t n, double* rest, double* distance) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    cal_pulse(host);
    const struct cal_log_density found = cal_kde(kernels, x[i]);
    rest[i] = found.rest;
    distance[i] = found.distance;
  }
}
