#include "kernels/tail-shares.h"

#include "kernels/sum.h"

// What lies beyond is summed up from the end, where rounding would show, and needs no total in
// advance.
void cal_tail_shares(const double* count, ptrdiff_t n, double* share) {
  struct cal_sum sum = {0};
  for (ptrdiff_t i = n - 1; i >= 0; --i) {
    share[i] = cal_sum_value(sum);
    cal_sum_add(&sum, count[i]);
  }
  const double total = cal_sum_value(sum);
  for (ptrdiff_t i = 0; i < n; ++i) share[i] /= total;
}
