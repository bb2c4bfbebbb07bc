#include "kernels/rates/roc.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

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
  struct cal_sum h1 = {0}, h2 = {0}, won = {0}, lost = {0};
  for (ptrdiff_t i = 0; i < groups.n; ++i) {
    cal_sum_add(&won, groups.n_h1[i] * (cal_sum_value(h2) + groups.n_h2[i] / 2));
    cal_sum_add(&lost, groups.n_h2[i] * (cal_sum_value(h1) + groups.n_h1[i] / 2));
    cal_sum_add(&h1, groups.n_h1[i]);
    cal_sum_add(&h2, groups.n_h2[i]);
  }
  // With rounded products of weights the result is 1 for perfect separation, and never more.
  return cal_sum_value(won) / (cal_sum_value(won) + cal_sum_value(lost));
}

double cal_auc_ties(struct cal_groups groups) {
  struct cal_sum tied = {0};
  for (ptrdiff_t i = 0; i < groups.n; ++i) cal_sum_add(&tied, groups.n_h1[i] * groups.n_h2[i]);
  return cal_sum_value(tied) / (total(groups.n_h1, groups.n) * total(groups.n_h2, groups.n));
}

struct cal_crossing cal_roc_crossing(struct cal_groups groups, double c_miss, double c_fa) {
  const double n_h1 = total(groups.n_h1, groups.n), n_h2 = total(groups.n_h2, groups.n);
  struct cal_sum miss = {0}, rejected = {0};
  double miss_before = 0, fa_before = c_fa;
  for (ptrdiff_t i = 0; i < groups.n; ++i) {
    cal_sum_add(&miss, groups.n_h1[i]);
    cal_sum_add(&rejected, groups.n_h2[i]);
    const double miss_after = c_miss * (cal_sum_value(miss) / n_h1);
    const double fa_after = c_fa * ((n_h2 - cal_sum_value(rejected)) / n_h2);
    if (fa_after <= miss_after) {
      const double lead = fa_before - miss_before;
      const double along = lead / (lead - (fa_after - miss_after));
      const double cost = miss_before + along * (miss_after - miss_before);
      // The crossing must not leave the step by rounding.
      return (struct cal_crossing){i, fmin(cost, fmin(miss_after, fa_before))};
    }
    miss_before = miss_after;
    fa_before = fa_after;
  }
  // Rounding of weights can lead here, or a hypothesis without trials: the curve ends at a P_miss
  // of 1.
  return (struct cal_crossing){groups.n - 1, c_miss};
}

double cal_roc_balance(struct cal_groups groups, const double* value, double c_miss, double c_fa) {
  const double n_h1 = total(groups.n_h1, groups.n), n_h2 = total(groups.n_h2, groups.n);
  struct cal_sum miss = {0}, rejected = {0};
  ptrdiff_t best = 0;
  double least = c_fa;
  for (ptrdiff_t i = 1; i < groups.n; ++i) {
    cal_sum_add(&miss, groups.n_h1[i - 1]);
    cal_sum_add(&rejected, groups.n_h2[i - 1]);
    const double fa = (n_h2 - cal_sum_value(rejected)) / n_h2;
    const double apart = fabs(c_miss * (cal_sum_value(miss) / n_h1) - c_fa * fa);
    if (apart >= least) continue;
    least = apart;
    best = i;
  }
  if (best == 0 || least > 1e-12 * fmax(c_miss, c_fa)) return value[best];
  const double middle = value[best - 1] / 2 + value[best] / 2;
  return isfinite(middle) && middle > value[best - 1] ? middle : value[best];
}

// A sample of up to CAL_PLAN_GLANCE_CLASS values of each class.
struct glance {
  double value[2][CAL_PLAN_GLANCE_CLASS];
  ptrdiff_t n[2];
};

// Takes trials at steps of n times the golden section, which have no small period as rows may have,
// or all of few trials. When a class has enough, its last one is replaced.
static void take_glance(const struct cal_trials* trials, struct glance* glance) {
  const bool all = trials->n <= CAL_PLAN_GLANCE;
  const ptrdiff_t n_steps = all ? trials->n : CAL_PLAN_GLANCE, most = CAL_PLAN_GLANCE_CLASS;
  const double n = (double)trials->n;
  uint64_t turns = 0;
  glance->n[CAL_H2] = glance->n[CAL_H1] = 0;
  for (ptrdiff_t k = 0; k < n_steps; ++k) {
    const ptrdiff_t i = all ? k : (ptrdiff_t)((double)(turns >> 12) * 0x1p-52 * n);
    ptrdiff_t* seen = &glance->n[trials->truth[i]];
    glance->value[trials->truth[i]][*seen < most ? *seen : most - 1] = trials->value[i];
    ++*seen;
    turns += UINT64_C(0x9E3779B97F4A7C15);
  }
  for (int c = 0; c < 2; ++c) glance->n[c] = glance->n[c] < most ? glance->n[c] : most;
}

// Pairs in the right order, a tie as half of one.
static double count_won(const struct glance* glance) {
  double won = 0;
  for (ptrdiff_t i = 0; i < glance->n[CAL_H1]; ++i) {
    const double h1 = glance->value[CAL_H1][i];
    int above = 0, level = 0;
    for (ptrdiff_t j = 0; j < glance->n[CAL_H2]; ++j) {
      above += h1 > glance->value[CAL_H2][j];
      level += h1 == glance->value[CAL_H2][j];
    }
    won += above + 0.5 * level;
  }
  return won;
}

double cal_auc_bound(const struct cal_trials* trials) {
  struct glance glance;
  take_glance(trials, &glance);
  const double n_h1 = (double)glance.n[CAL_H1], n_h2 = (double)glance.n[CAL_H2];
  if (n_h1 == 0 || n_h2 == 0) return 0;
  const double auc = count_won(&glance) / (n_h1 * n_h2);
  if (n_h1 + n_h2 == (double)trials->n) return auc;
  return auc - CAL_PLAN_GLANCE_ERRORS * sqrt((n_h1 + n_h2 + 1) / (12 * n_h1 * n_h2));
}
