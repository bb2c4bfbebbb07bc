#include "kernels/replicate/replicate-statistics.h"

#include <math.h>

#include "kernels/cost/cross-entropy.h"
#include "kernels/rates/error-rates.h"
#include "kernels/rates/roc.h"

ptrdiff_t cal_wanted_size(const struct cal_wanted* wanted) {
  return 2 * (wanted->n_costs + wanted->n_cuts + wanted->n_thresholds) + wanted->n_log_odds +
         wanted->eer + wanted->auc;
}

bool cal_wanted_pav(const struct cal_wanted* wanted) {
  return wanted->n_log_odds > 0 || wanted->n_thresholds > 0 || wanted->eer;
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

struct cal_cost cal_costs_h1(const double* value_llr, const double* n, ptrdiff_t n_values,
                             double log_odds, double* cost) {
  return costs(value_llr, n, n_values, log_odds, 1, cost);
}

struct cal_cost cal_costs_h2(const double* value_llr, const double* n, ptrdiff_t n_values,
                             double log_odds, double* cost) {
  return costs(value_llr, n, n_values, log_odds, -1, cost);
}

static double mean_cost(const struct cal_cost* cost, struct cal_drawn drawn, ptrdiff_t n,
                        double total) {
  if (cal_drawn_sum(drawn, cost->infinite_first, cost->infinite_end) > 0) return INFINITY;
  return cal_drawn_dot(drawn, cost->cost, n) / total;
}

static double* add_costs(const struct cal_sorted_trials* trials,
                         const struct cal_replicate* replicate, struct cal_chunk_sum total,
                         const struct cal_wanted* wanted, double* row) {
  const struct cal_step end = trials->step[trials->n_steps];
  for (ptrdiff_t i = 0; i < wanted->n_costs; ++i) {
    *row++ = mean_cost(&wanted->cost_h1[i], replicate->h1, end.h1, total.h1);
    *row++ = mean_cost(&wanted->cost_h2[i], replicate->h2, end.h2, total.h2);
  }
  return row;
}

static double* add_cuts(const struct cal_sorted_trials* trials,
                        const struct cal_replicate* replicate, struct cal_chunk_sum total,
                        const struct cal_wanted* wanted, double* row) {
  const ptrdiff_t n_h2 = trials->step[trials->n_steps].h2;
  for (ptrdiff_t i = 0; i < wanted->n_cuts; ++i) {
    *row++ = cal_drawn_sum(replicate->h1, 0, wanted->cut_h1[i]) / total.h1;
    *row++ = cal_drawn_sum(replicate->h2, wanted->cut_h2[i], n_h2) / total.h2;
  }
  return row;
}

static struct cal_points block_points(ptrdiff_t n_blocks, struct cal_chunk_sum total,
                                      const struct cal_statistics_work* work) {
  for (ptrdiff_t i = 0; i < n_blocks; ++i) {
    work->llr[i] = cal_block_llr(work->blocks[i], total.h1, total.h2);
    work->n_h1[i] = work->blocks[i].n_h1;
    work->n_h2[i] = work->blocks[i].n_h2;
  }
  return (struct cal_points){work->llr, work->n_h1, work->n_h2, n_blocks, total.h1, total.h2};
}

static double* add_best_rates(const struct cal_points* points, const struct cal_wanted* wanted,
                              double* rates, double* row) {
  const ptrdiff_t n = wanted->n_thresholds;
  cal_miss_rates(points->llr, points->n_h1, points->n, wanted->threshold, n, rates);
  cal_false_alarm_rates(points->llr, points->n_h2, points->n, wanted->threshold, n, rates + n);
  for (ptrdiff_t i = 0; i < n; ++i) {
    *row++ = rates[i];
    *row++ = rates[n + i];
  }
  return row;
}

void cal_replicate_statistics(const struct cal_sorted_trials* trials,
                              const struct cal_replicate* replicate, struct cal_chunk_sum total,
                              const struct cal_wanted* wanted,
                              const struct cal_statistics_work* work, double* row) {
  struct cal_points points = {0};
  if (cal_wanted_pav(wanted)) {
    points = block_points(
        cal_replicate_pav(trials, replicate, work->sums, work->coarse, work->blocks), total, work);
  }
  row = add_costs(trials, replicate, total, wanted, row);
  for (ptrdiff_t i = 0; i < wanted->n_log_odds; ++i) *row++ = cal_ece(&points, wanted->log_odds[i]);
  row = add_cuts(trials, replicate, total, wanted, row);
  if (wanted->n_thresholds > 0) row = add_best_rates(&points, wanted, work->rates, row);
  if (wanted->eer) {
    const struct cal_groups hull = {points.n_h1, points.n_h2, points.n};
    *row++ = cal_roc_crossing(hull, 1, 1).cost;
  }
  if (wanted->auc) *row = cal_replicate_auc(trials, replicate);
}
