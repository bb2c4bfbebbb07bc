#include "kernels/rule/rule-offset.h"

#include <math.h>
#include <stdint.h>

#include "kernels/base/sort.h"
#include "kernels/base/sum.h"

// Offsets at which rows pass thresholds, ascending, and the increase of the risk there.
struct jumps {
  uint64_t* at;
  double* rise;
  ptrdiff_t n;
};

static double score(const struct cal_rule_rows* rows, const double* slopes, ptrdiff_t i) {
  double z = rows->log_odds;
  for (ptrdiff_t k = 0; k < rows->d; ++k) z += slopes[k] * rows->x[k * rows->n + i];
  return z;
}

static struct jumps find_jumps(struct cal_host* host, const struct cal_rule_rows* rows,
                               const struct cal_rule_steps* steps, const double* slopes) {
  const ptrdiff_t n = rows->n * steps->n;
  struct jumps jumps = {cal_scratch(host, n, sizeof(uint64_t)), cal_scratch_doubles(host, n), n};
  uint64_t* spare = cal_scratch(host, n, sizeof(uint64_t));
  double* spare_rise = cal_scratch_doubles(host, n);
  ptrdiff_t next = 0;
  for (ptrdiff_t i = 0; i < rows->n; ++i) {
    const double z = score(rows, slopes, i);
    for (ptrdiff_t s = 0; s < steps->n; ++s, ++next) {
      jumps.at[next] = cal_sort_key(steps->log_odds[s] - z);
      jumps.rise[next] = rows->h2[i] * steps->fa[s] - rows->h1[i] * steps->miss[s];
    }
  }
  cal_pulse(host);
  cal_sort(jumps.at, jumps.rise, spare, spare_rise, n);
  return jumps;
}

// The sizes of all jumps, with which rounding is compared.
static double total_size(const struct jumps* jumps) {
  struct cal_sum sum = {0};
  for (ptrdiff_t j = 0; j < jumps->n; ++j) cal_sum_add(&sum, fabs(jumps->rise[j]));
  return cal_sum_value(sum);
}

static double middle(double low, double high) {
  if (isinf(low)) return high - 1;
  return isinf(high) ? low + 1 : low + (high - low) / 2;
}

double cal_rule_offset(struct cal_host* host, const struct cal_rule_rows* rows,
                       const struct cal_rule_steps* steps, const double* slopes) {
  const struct jumps jumps = find_jumps(host, rows, steps, slopes);
  const double slack = 1e-13 * total_size(&jumps);
  struct cal_sum risk = {0};
  if (jumps.n == 0) return 0;
  double least = 0, from = -INFINITY, to = cal_sort_value(jumps.at[0]);
  for (ptrdiff_t j = 0; j < jumps.n; ++j) {
    cal_sum_add(&risk, jumps.rise[j]);
    if (j + 1 < jumps.n && jumps.at[j + 1] == jumps.at[j]) continue;
    if (cal_sum_value(risk) >= least - slack) continue;
    least = cal_sum_value(risk);
    from = cal_sort_value(jumps.at[j]);
    to = j + 1 < jumps.n ? cal_sort_value(jumps.at[j + 1]) : (double)INFINITY;
  }
  return middle(from, to);
}
