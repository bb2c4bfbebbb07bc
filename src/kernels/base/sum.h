#ifndef CALIBRANT_KERNELS_BASE_SUM_H
#define CALIBRANT_KERNELS_BASE_SUM_H

#include <math.h>

// Neumaier's compensated sum: the error does not grow with the number of terms.
// An infinite term makes the sum infinite.
struct cal_sum {
  double total, lost;
};

static inline void cal_sum_add(struct cal_sum* sum, double x) {
  const double total = sum->total + x;
  sum->lost += fabs(sum->total) >= fabs(x) ? (sum->total - total) + x : (x - total) + sum->total;
  sum->total = total;
}

static inline void cal_sum_merge(struct cal_sum* sum, struct cal_sum other) {
  cal_sum_add(sum, other.total);
  sum->lost += other.lost;
}

static inline double cal_sum_value(struct cal_sum sum) {
  return isfinite(sum.total) ? sum.total + sum.lost : sum.total;
}

#endif
