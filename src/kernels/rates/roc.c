#include "kernels/rates/roc.h"

#include <math.h>
#include <stdbool.h>

#include "kernels/base/plan.h"
#include "kernels/base/sum.h"

static double total(const double* x, ptrdiff_t n) {
  struct cal_sum sum = {0};
  for (ptrdiff_t i = 0; i < n; ++i) cal_sum_add(&sum, x[i]);
  return cal_sum_value(sum);
}

void cal_roc_corners(struct cal_host* host, struct cal_groups groups, double* p_miss,
                     double* p_fa) {
  struct cal_sum miss = {0}, fa = {0};
  p_miss[0] = p_fa[groups.n] = 0;
  for (ptrdiff_t i = 0; i < groups.n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    cal_sum_add(&miss, groups.n_h1[i]);
    p_miss[i + 1] = cal_sum_value(miss);
  }
  for (ptrdiff_t i = groups.n; i-- > 0;) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    cal_sum_add(&fa, groups.n_h2[i]);
    p_fa[i] = cal_sum_value(fa);
  }
  const double n_h1 = p_miss[groups.n], n_h2 = p_fa[0];
  for (ptrdiff_t i = 0; i <= groups.n; ++i) {
    p_miss[i] /= n_h1;
    p_fa[i] /= n_h2;
  }
}

double cal_auc(struct cal_groups groups) {
  struct cal_sum below = {0}, won = {0};
  for (ptrdiff_t i = 0; i < groups.n; ++i) {
    cal_sum_add(&won, groups.n_h1[i] * (cal_sum_value(below) + groups.n_h2[i] / 2));
    cal_sum_add(&below, groups.n_h2[i]);
  }
  return cal_sum_value(won) / (total(groups.n_h1, groups.n) * cal_sum_value(below));
}

struct cal_crossing cal_roc_crossing(struct cal_groups groups, double c_miss, double c_fa) {
  const double n_h1 = total(groups.n_h1, groups.n), n_h2 = total(groups.n_h2, groups.n);
  struct cal_sum miss = {0}, rejected = {0};
  double miss_before = 0, lead = c_fa;
  for (ptrdiff_t i = 0; i < groups.n; ++i) {
    cal_sum_add(&miss, groups.n_h1[i]);
    cal_sum_add(&rejected, groups.n_h2[i]);
    const double miss_after = c_miss * (cal_sum_value(miss) / n_h1);
    const double fa_after = c_fa * ((n_h2 - cal_sum_value(rejected)) / n_h2);
    const double lead_after = fa_after - miss_after;
    if (lead_after <= 0) {
      const double along = lead / (lead - lead_after);
      return (struct cal_crossing){i, miss_before + along * (miss_after - miss_before)};
    }
    miss_before = miss_after;
    lead = lead_after;
  }
  // Rounding of weights alone can lead here: the curve ends at P_miss = 1.
  return (struct cal_crossing){groups.n - 1, c_miss};
}

// Where the k-th of the trials that are looked at is. The steps are n times the golden section.
static ptrdiff_t glance_at(ptrdiff_t k, ptrdiff_t n) {
  if (n <= CAL_PLAN_GLANCE) return k;
  const double turns = (double)k * 0.6180339887498949;
  const ptrdiff_t at = (ptrdiff_t)((turns - floor(turns)) * (double)n);
  return at < n ? at : n - 1;
}

// Half way between the means of the classes; infinite values count as far ones.
static double threshold_between(const struct cal_trials* trials, ptrdiff_t n, ptrdiff_t seen[2]) {
  const double far = 1e3;
  double sum[2] = {0, 0};
  seen[CAL_H2] = seen[CAL_H1] = 0;
  for (ptrdiff_t k = 0; k < n; ++k) {
    const ptrdiff_t i = glance_at(k, trials->n);
    const double x = trials->value[i], near = x < far ? x : far;
    sum[trials->truth[i]] += near > -far ? near : -far;
    ++seen[trials->truth[i]];
  }
  return 0.5 * (sum[CAL_H1] / (double)seen[CAL_H1] + sum[CAL_H2] / (double)seen[CAL_H2]);
}

double cal_auc_bound(const struct cal_trials* trials) {
  const bool all = trials->n <= CAL_PLAN_GLANCE;
  const ptrdiff_t n = all ? trials->n : CAL_PLAN_GLANCE, enough = all ? 1 : CAL_PLAN_GLANCE_CLASS;
  ptrdiff_t seen[2], above[2] = {0, 0};
  const double threshold = threshold_between(trials, n, seen);
  if (seen[CAL_H1] < enough || seen[CAL_H2] < enough) return 0;
  for (ptrdiff_t k = 0; k < n; ++k) {
    const ptrdiff_t i = glance_at(k, trials->n);
    above[trials->truth[i]] += trials->value[i] > threshold;
  }
  return (double)above[CAL_H1] / (double)seen[CAL_H1] *
         (1 - (double)above[CAL_H2] / (double)seen[CAL_H2]);
}
