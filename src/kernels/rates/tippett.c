#include "kernels/rates/tippett.h"

#include "kernels/base/plan.h"
#include "kernels/base/sum.h"

static void divide(double* share, ptrdiff_t n, double total) {
  for (ptrdiff_t i = 0; i < n; ++i) share[i] /= total;
}

// Both shares are summed from the end at which they are small and rounding matters most, which
// needs no total in advance.
void cal_tail_shares(struct cal_host* host, const double* count, ptrdiff_t n, double* share) {
  struct cal_sum sum = {0};
  for (ptrdiff_t i = n - 1; i >= 0; --i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    share[i] = cal_sum_value(sum);
    cal_sum_add(&sum, count[i]);
  }
  divide(share, n, cal_sum_value(sum));
}

void cal_head_shares(struct cal_host* host, const double* count, ptrdiff_t n, double* share) {
  struct cal_sum sum = {0};
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    cal_sum_add(&sum, count[i]);
    share[i] = cal_sum_value(sum);
  }
  divide(share, n, cal_sum_value(sum));
}

bool cal_milestones(const double* count, ptrdiff_t n, ptrdiff_t position[3]) {
  ptrdiff_t first = 0, half, last = n - 1;
  while (first < n && count[first] == 0) ++first;
  if (first >= n) return false;
  while (count[last] == 0) --last;

  struct cal_sum total = {0}, below = {0};
  for (ptrdiff_t i = first; i <= last; ++i) cal_sum_add(&total, count[i]);
  for (half = first; half < last; ++half) {
    cal_sum_add(&below, count[half]);
    if (cal_sum_value(below) >= cal_sum_value(total) / 2) break;
  }
  position[0] = first;
  position[1] = half;
  position[2] = last;
  return true;
}
