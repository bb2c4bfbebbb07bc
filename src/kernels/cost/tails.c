#include "kernels/cost/tails.h"

#include <float.h>
#include <math.h>

void cal_tails_add(const struct cal_trials* trials, double unit, struct cal_tails* tails) {
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double value = trials->value[i], llr = value * unit;
    if (llr >= -CAL_TAIL_NATS && llr < CAL_TAIL_NATS) continue;
    struct cal_tail* tail = &tails->tail[llr > 0][trials->truth[i]];
    if (isinf(value)) {
      tail->n_infinite += 1;
    } else {
      tail->n += 1;
      cal_sum_add(&tail->sum, value * (unit * 0x1p-64));
    }
  }
}

void cal_tails_merge(struct cal_tails* tails, const struct cal_tails* other) {
  for (int i = 0; i < 4; ++i) {
    struct cal_tail* tail = &tails->tail[i / 2][i % 2];
    const struct cal_tail* more = &other->tail[i / 2][i % 2];
    tail->n_infinite += more->n_infinite;
    tail->n += more->n;
    cal_sum_merge(&tail->sum, more->sum);
  }
}

// A finite LLR stays finite in other units.
double cal_tail_mean(const struct cal_tail* tail) {
  const double mean = cal_sum_value(tail->sum) / tail->n * 0x1p64;
  return isinf(mean) ? copysign(DBL_MAX, mean) : mean;
}
