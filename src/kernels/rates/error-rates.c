#include "kernels/rates/error-rates.h"

#include "kernels/base/sum.h"

// Each rate is counted from its own empty end and divided by the same running sum at the other end,
// so that 0 and 1 are exact even if weights do not add up exactly.
static void divide(double* x, ptrdiff_t n, struct cal_sum total) {
  for (ptrdiff_t i = 0; i < n; ++i) x[i] /= cal_sum_value(total);
}

void cal_miss_rates(const double* value, const double* n_h1, ptrdiff_t n, const double* threshold,
                    ptrdiff_t n_thresholds, double* p_miss) {
  struct cal_sum sum = {0};
  ptrdiff_t i = 0;
  for (ptrdiff_t j = 0; j < n_thresholds; ++j) {
    for (; i < n && value[i] < threshold[j]; ++i) cal_sum_add(&sum, n_h1[i]);
    p_miss[j] = cal_sum_value(sum);
  }
  for (; i < n; ++i) cal_sum_add(&sum, n_h1[i]);
  divide(p_miss, n_thresholds, sum);
}

void cal_false_alarm_rates(const double* value, const double* n_h2, ptrdiff_t n,
                           const double* threshold, ptrdiff_t n_thresholds, double* p_fa) {
  struct cal_sum sum = {0};
  ptrdiff_t i = n;
  for (ptrdiff_t j = n_thresholds; j-- > 0;) {
    for (; i > 0 && value[i - 1] >= threshold[j]; --i) cal_sum_add(&sum, n_h2[i - 1]);
    p_fa[j] = cal_sum_value(sum);
  }
  for (; i > 0; --i) cal_sum_add(&sum, n_h2[i - 1]);
  divide(p_fa, n_thresholds, sum);
}
