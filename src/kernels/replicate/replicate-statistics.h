#ifndef CALIBRANT_KERNELS_REPLICATE_REPLICATE_STATISTICS_H
#define CALIBRANT_KERNELS_REPLICATE_REPLICATE_STATISTICS_H

#include "kernels/replicate/replicate-pav.h"

// Mean costs of the trials of one class at one prior: `cost` has one for each trial in ascending
// order, with 0 for the trials `infinite_first` up to `infinite_end`, whose cost is infinite.
struct cal_cost {
  const double* cost;
  ptrdiff_t infinite_first, infinite_end;
};

// What is wanted of each replicate. In this order it makes a row of numbers:
//   for each of `n_costs` priors: the mean costs of the H1 and of the H2 trials, in nats,
//   for each of `n_log_odds`: the cross-entropy after PAV in nats,
//   for each of `n_cuts`: P_miss and P_fa when the lowest `cut_h1` H1 and `cut_h2` H2 trials are
//     rejected,
//   for each of `n_thresholds`: P_miss and P_fa at that LLR after PAV; ascending,
//   if `eer`, the equal error rate on the hull; if `auc`, the area under the steps.
struct cal_wanted {
  const struct cal_cost *cost_h1, *cost_h2;
  const double *log_odds, *threshold;
  const int *cut_h1, *cut_h2;
  ptrdiff_t n_costs, n_log_odds, n_cuts, n_thresholds;
  bool eer, auc;
};

ptrdiff_t cal_wanted_size(const struct cal_wanted* wanted);

// Whether any of it needs PAV.
bool cal_wanted_pav(const struct cal_wanted* wanted);

// ln(1 + e^-(llr + log_odds)) for each H1 trial, with the opposite sign for each H2 trial, as
// `cal_cost` has them. `value_llr` (natural log) is that of each distinct value, `n` how many
// trials of the class are on each; `cost` has room for all of them.
struct cal_cost cal_costs_h1(const double* value_llr, const double* n, ptrdiff_t n_values,
                             double log_odds, double* cost);
struct cal_cost cal_costs_h2(const double* value_llr, const double* n, ptrdiff_t n_values,
                             double log_odds, double* cost);

// Scratch: `sums` has one element per chunk, `coarse` and `blocks` as for `cal_replicate_pav()`;
// `llr`, `n_h1` and `n_h2` are as long as `blocks`, and `rates` has 2 `n_thresholds`.
struct cal_statistics_work {
  struct cal_chunk_sum* sums;
  struct cal_block *coarse, *blocks;
  double *llr, *n_h1, *n_h2, *rates;
};

// Fills in the row of a replicate that sums up to `total`, both classes positive; `work->sums` are
// those of the replicate.
void cal_replicate_statistics(const struct cal_sorted_trials* trials,
                              const struct cal_replicate* replicate, struct cal_chunk_sum total,
                              const struct cal_wanted* wanted,
                              const struct cal_statistics_work* work, double* row);

#endif
