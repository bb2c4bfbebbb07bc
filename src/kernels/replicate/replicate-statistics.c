// Statistics of a replicate: first those that are sums over the trials drawn, then those of its PAV
// blocks.
#include "kernels/replicate/replicate-statistics.h"

#include <math.h>

#include "kernels/base/plan.h"
#include "kernels/cost/cross-entropy-curve.h"
#include "kernels/pav/dev-pav.h"
#include "kernels/rates/error-rates.h"
#include "kernels/rates/roc.h"

// Arrays rather than pointers, which a loader would have to fill in.
static const char names[CAL_N_STATISTICS][24] = {
    [CAL_COST_H1] = "cost_h1",
    [CAL_COST_H2] = "cost_h2",
    [CAL_MOVED_H1] = "moved_h1",
    [CAL_MOVED_H2] = "moved_h2",
    [CAL_P_MISS] = "p_miss",
    [CAL_P_FA] = "p_fa",
    [CAL_ECE_MIN] = "ece_min",
    [CAL_BEST_MISS] = "best_miss",
    [CAL_BEST_FA] = "best_fa",
    [CAL_EER] = "eer",
    [CAL_AUC] = "auc",
    [CAL_DEV_PAV] = "dev_pav",
    [CAL_MOMENT_H1] = "moment_h1",
    [CAL_MOMENT_H2] = "moment_h2",
};

const char* cal_statistic_name(enum cal_statistic which) { return names[which]; }

ptrdiff_t cal_statistic_size(const struct cal_wanted* wanted, enum cal_statistic which) {
  const ptrdiff_t sizes[CAL_N_STATISTICS] = {
      [CAL_COST_H1] = wanted->n_costs,
      [CAL_COST_H2] = wanted->n_costs,
      [CAL_MOVED_H1] = wanted->n_costs,
      [CAL_MOVED_H2] = wanted->n_costs,
      [CAL_P_MISS] = wanted->n_cuts,
      [CAL_P_FA] = wanted->n_cuts,
      [CAL_ECE_MIN] = wanted->n_log_odds,
      [CAL_BEST_MISS] = wanted->n_thresholds,
      [CAL_BEST_FA] = wanted->n_thresholds,
      [CAL_EER] = wanted->eer,
      [CAL_AUC] = wanted->auc,
      [CAL_DEV_PAV] = wanted->llr != NULL,
      [CAL_MOMENT_H1] = wanted->moment_h1 != NULL,
      [CAL_MOMENT_H2] = wanted->moment_h2 != NULL,
  };
  return sizes[which];
}

bool cal_wanted_pav(const struct cal_wanted* wanted) {
  return wanted->n_log_odds > 0 || wanted->n_thresholds > 0 || wanted->eer || wanted->llr;
}

bool cal_wanted_order(const struct cal_wanted* wanted) {
  return cal_wanted_pav(wanted) || wanted->auc;
}

// `sign` is that of the LLRs that are right. Infinite costs are at one end of the order.
static struct cal_cost costs(const double* value_llr, const double* n, ptrdiff_t n_values,
                             double log_odds, double sign, double* cost) {
  struct cal_cost out = {.cost = cost};
  ptrdiff_t trial = 0;
  for (ptrdiff_t v = 0; v < n_values; ++v) {
    const ptrdiff_t end = trial + (ptrdiff_t)n[v];
    double here = cal_softplus(-sign * (value_llr[v] + log_odds));
    if (isinf(here)) {
      here = 0;
      out.infinite_first = trial;
      out.infinite_end = end;
    }
    while (trial < end) cost[trial++] = here;
  }
  return out;
}

void cal_wanted_costs(struct cal_host* host, const struct cal_sorted_trials* trials,
                      const double* value_llr, const double* log_odds, ptrdiff_t n,
                      struct cal_wanted* wanted) {
  const struct cal_step end = trials->step[trials->n_steps];
  struct cal_cost* h1 = cal_scratch(host, n, sizeof *h1);
  struct cal_cost* h2 = cal_scratch(host, n, sizeof *h2);
  for (ptrdiff_t i = 0; i < n; ++i) {
    cal_pulse(host);
    h1[i] = costs(value_llr, trials->n_h1, trials->n_values, log_odds[i], 1,
                  cal_scratch_doubles(host, end.h1));
    h2[i] = costs(value_llr, trials->n_h2, trials->n_values, log_odds[i], -1,
                  cal_scratch_doubles(host, end.h2));
  }
  wanted->cost_h1 = h1;
  wanted->cost_h2 = h2;
  wanted->n_costs = n;
}

// The largest finite sign * llr among the values of a class; 0 if there is none.
static double largest(const double* value_llr, const double* n, ptrdiff_t n_values, double sign) {
  double top = -INFINITY;
  for (ptrdiff_t v = 0; v < n_values; ++v) {
    const double here = sign * value_llr[v];
    if (n[v] > 0 && isfinite(here) && here > top) top = here;
  }
  return isfinite(top) ? top : 0;
}

static struct cal_moment* moment(struct cal_host* host, const double* value_llr, const double* n,
                                 ptrdiff_t n_values, double sign, ptrdiff_t n_trials) {
  struct cal_moment* out = cal_scratch(host, 1, sizeof *out);
  double* cost = cal_scratch_doubles(host, n_trials);
  *out = (struct cal_moment){{.cost = cost}, largest(value_llr, n, n_values, sign)};
  ptrdiff_t trial = 0;
  for (ptrdiff_t v = 0; v < n_values; ++v) {
    const ptrdiff_t end = trial + (ptrdiff_t)n[v];
    double here = exp(sign * value_llr[v] - out->top);
    if (isinf(here)) {
      here = 0;
      out->cost.infinite_first = trial;
      out->cost.infinite_end = end;
    }
    while (trial < end) cost[trial++] = here;
  }
  return out;
}

void cal_wanted_moments(struct cal_host* host, const struct cal_sorted_trials* trials,
                        const double* value_llr, struct cal_wanted* wanted) {
  const struct cal_step end = trials->step[trials->n_steps];
  wanted->moment_h1 = moment(host, value_llr, trials->n_h1, trials->n_values, -1, end.h1);
  wanted->moment_h2 = moment(host, value_llr, trials->n_h2, trials->n_values, 1, end.h2);
}

static double mean_cost(const struct cal_cost* cost, struct cal_drawn drawn, ptrdiff_t n,
                        double total) {
  if (cal_drawn_sum(drawn, cost->infinite_first, cost->infinite_end) > 0) return INFINITY;
  return cal_drawn_dot(drawn, cost->cost, n) / total;
}

static double log_mean(const struct cal_moment* moment, struct cal_drawn drawn, ptrdiff_t n,
                       double total) {
  return log(mean_cost(&moment->cost, drawn, n, total)) + moment->top;
}

// Sums go on from the last cut, so that many ascending cuts take one pass.
static void fill_misses(struct cal_drawn drawn, const struct cal_wanted* wanted, double total,
                        double* p_miss) {
  double sum = 0;
  int at = 0;
  for (ptrdiff_t i = 0; i < wanted->n_cuts; ++i) {
    const int cut = wanted->cut_h1[i];
    sum = cut < at ? cal_drawn_sum(drawn, 0, cut) : sum + cal_drawn_sum(drawn, at, cut);
    at = cut;
    p_miss[i] = sum / total;
  }
}

// The same from above: differences of sums might fall below 0.
static void fill_false_alarms(struct cal_drawn drawn, const struct cal_wanted* wanted,
                              ptrdiff_t end, double total, double* p_fa) {
  double sum = 0;
  ptrdiff_t at = end;
  for (ptrdiff_t i = wanted->n_cuts - 1; i >= 0; --i) {
    const int cut = wanted->cut_h2[i];
    sum = cut > at ? cal_drawn_sum(drawn, cut, end) : sum + cal_drawn_sum(drawn, cut, at);
    at = cut;
    p_fa[i] = sum / total;
  }
}

void cal_drawn_statistics(const struct cal_sorted_trials* trials,
                          const struct cal_replicate* replicate, struct cal_chunk_sum total,
                          const struct cal_wanted* wanted, const struct cal_statistics* out) {
  const struct cal_step end = trials->step[trials->n_steps];
  for (ptrdiff_t i = 0; i < wanted->n_costs; ++i) {
    out->at[CAL_COST_H1][i] = mean_cost(&wanted->cost_h1[i], replicate->h1, end.h1, total.h1);
    out->at[CAL_COST_H2][i] = mean_cost(&wanted->cost_h2[i], replicate->h2, end.h2, total.h2);
    out->at[CAL_MOVED_H1][i] = out->at[CAL_COST_H1][i];
    out->at[CAL_MOVED_H2][i] = out->at[CAL_COST_H2][i];
  }
  fill_misses(replicate->h1, wanted, total.h1, out->at[CAL_P_MISS]);
  fill_false_alarms(replicate->h2, wanted, end.h2, total.h2, out->at[CAL_P_FA]);
  if (wanted->moment_h1) {
    out->at[CAL_MOMENT_H1][0] = log_mean(wanted->moment_h1, replicate->h1, end.h1, total.h1);
  }
  if (wanted->moment_h2) {
    out->at[CAL_MOMENT_H2][0] = log_mean(wanted->moment_h2, replicate->h2, end.h2, total.h2);
  }
}

struct cal_block_work cal_block_work_make(struct cal_host* host, ptrdiff_t n_blocks,
                                          const struct cal_wanted* wanted) {
  const bool many = wanted->n_log_odds >= CAL_PLAN_MANY_PRIORS;
  return (struct cal_block_work){
      .llr = cal_scratch_doubles(host, n_blocks),
      .n_h1 = cal_scratch_doubles(host, n_blocks),
      .n_h2 = cal_scratch_doubles(host, n_blocks),
      .curve = many ? cal_scratch_doubles(host, cal_curve_scratch(n_blocks)) : NULL};
}

static struct cal_points block_points(const struct cal_block* blocks, ptrdiff_t n_blocks,
                                      struct cal_chunk_sum total,
                                      const struct cal_block_work* work) {
  for (ptrdiff_t i = 0; i < n_blocks; ++i) {
    work->llr[i] = cal_block_llr(blocks[i], total.h1, total.h2);
    work->n_h1[i] = blocks[i].n_h1;
    work->n_h2[i] = blocks[i].n_h2;
  }
  return (struct cal_points){work->llr, work->n_h1, work->n_h2, n_blocks, total.h1, total.h2};
}

static void fill_ece(const struct cal_points* points, const struct cal_wanted* wanted,
                     double* curve, double* ece) {
  const double* log_odds = wanted->log_odds;
  const ptrdiff_t n = wanted->n_log_odds;
  if (curve) {
    cal_ece_by_curve(points, log_odds, n, curve, ece);
  } else {
    for (ptrdiff_t i = 0; i < n; ++i) ece[i] = cal_ece(points, log_odds[i]);
  }
}

static void best_rates(const struct cal_points* points, const struct cal_wanted* wanted,
                       const struct cal_statistics* out) {
  const ptrdiff_t n = wanted->n_thresholds;
  cal_miss_rates(points->llr, points->n_h1, points->n, wanted->threshold, n,
                 out->at[CAL_BEST_MISS]);
  cal_false_alarm_rates(points->llr, points->n_h2, points->n, wanted->threshold, n,
                        out->at[CAL_BEST_FA]);
}

void cal_block_statistics(const struct cal_block* blocks, ptrdiff_t n_blocks, const double* llr,
                          struct cal_chunk_sum total, const struct cal_wanted* wanted,
                          const struct cal_block_work* work, const struct cal_statistics* out) {
  const struct cal_points points = block_points(blocks, n_blocks, total, work);
  fill_ece(&points, wanted, work->curve, out->at[CAL_ECE_MIN]);
  if (wanted->n_thresholds > 0) best_rates(&points, wanted, out);
  if (wanted->eer) {
    const struct cal_groups hull = {points.n_h1, points.n_h2, points.n};
    out->at[CAL_EER][0] = cal_roc_crossing(hull, 1, 1).cost;
  }
  if (llr) out->at[CAL_DEV_PAV][0] = cal_dev_pav(blocks, n_blocks, llr, total.h1, total.h2);
}
