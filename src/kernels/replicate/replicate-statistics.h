#ifndef CALIBRANT_KERNELS_REPLICATE_REPLICATE_STATISTICS_H
#define CALIBRANT_KERNELS_REPLICATE_REPLICATE_STATISTICS_H

#include "kernels/base/host.h"
#include "kernels/replicate/replicate-pav.h"

// Statistics of a replicate, from which measures are computed. Each has a name, by which R knows
// it, and a number of values, which depends on the request. The table in replicate-statistics.c has
// the names. Code that depends on this order or on names: the range from CAL_ECE_MIN to CAL_AUC in
// bootstrap.c, linear-terms.c, and in R `of_order` and wanted_statistics().
enum cal_statistic {
  CAL_COST_H1,   // mean cost of the H1 trials at each prior of `costs`, in nats
  CAL_COST_H2,   // the same for H2
  CAL_MOVED_H1,  // the same of trials moved by smoothing; without it, of the trials
  CAL_MOVED_H2,
  CAL_P_MISS,     // share of H1 trials that Bayes decisions reject, at each of `cuts`
  CAL_P_FA,       // share of H2 trials that they accept
  CAL_ECE_MIN,    // cross-entropy after PAV at each of `log_odds`, in nats
  CAL_BEST_MISS,  // rates of Bayes decisions after PAV, at each of `threshold`
  CAL_BEST_FA,
  CAL_EER,        // equal error rate on the hull
  CAL_AUC,        // area under the steps
  CAL_DEV_PAV,    // devPAV, in natural log-LRs; NaN where PAV gives no finite LR
  CAL_MOMENT_H1,  // ln of the mean of 1/LR of the H1 trials
  CAL_MOMENT_H2,  // ln of the mean of the LR of the H2 trials
  CAL_N_STATISTICS
};

// Mean costs of the trials of one class at one prior: `cost` has one for each trial in ascending
// order, with 0 for the trials `infinite_first` up to `infinite_end`, whose cost is infinite.
struct cal_cost {
  const double* cost;
  ptrdiff_t infinite_first, infinite_end;
};

// Terms of a moment, divided by exp(`top`), so that the largest is 1.
struct cal_moment {
  struct cal_cost cost;
  double top;
};

// Statistics wanted of each replicate: costs at `n_costs` priors; the cross-entropy after PAV at
// `n_log_odds`; error rates when the lowest `cut_h1` H1 and `cut_h2` H2 trials are rejected; those
// at each `threshold` (an LLR, ascending) after PAV; devPAV of the LLRs `llr` (NULL: not) of the
// distinct values; moments if they are not NULL.
struct cal_wanted {
  const struct cal_cost *cost_h1, *cost_h2;
  const double *log_odds, *threshold;
  const int *cut_h1, *cut_h2;
  ptrdiff_t n_costs, n_log_odds, n_cuts, n_thresholds;
  bool eer, auc;
  const double* llr;
  const struct cal_moment *moment_h1, *moment_h2;
};

// Destinations of the values of each statistic.
struct cal_statistics {
  double* at[CAL_N_STATISTICS];
};

const char* cal_statistic_name(enum cal_statistic which);

// Number of values of the statistic.
ptrdiff_t cal_statistic_size(const struct cal_wanted* wanted, enum cal_statistic which);

// Does any statistic need the order of the trials; does any need PAV?
bool cal_wanted_order(const struct cal_wanted* wanted);
bool cal_wanted_pav(const struct cal_wanted* wanted);

// Fills in the costs ln(1 + e^-(llr + log_odds)) of each H1 trial, with the opposite signs for each
// H2 trial, at each of the priors. `value_llr` (natural log) is that of each distinct value. They
// live in scratch memory of the host.
void cal_wanted_costs(struct cal_host* host, const struct cal_sorted_trials* trials,
                      const double* value_llr, const double* log_odds, ptrdiff_t n,
                      struct cal_wanted* wanted);

// The same for the moments.
void cal_wanted_moments(struct cal_host* host, const struct cal_sorted_trials* trials,
                        const double* value_llr, struct cal_wanted* wanted);

// Statistics that need no order: costs, cuts and moments. `total` is the sum of the replicate, both
// classes positive.
void cal_drawn_statistics(const struct cal_sorted_trials* trials,
                          const struct cal_replicate* replicate, struct cal_chunk_sum total,
                          const struct cal_wanted* wanted, const struct cal_statistics* out);

// Scratch for so many blocks, and for a curve over the priors where that is faster, or NULL.
struct cal_block_work {
  double *llr, *n_h1, *n_h2, *curve;
};
struct cal_block_work cal_block_work_make(struct cal_host* host, ptrdiff_t n_blocks,
                                          const struct cal_wanted* wanted);

// Statistics of the PAV blocks of a replicate that sums up to `total`. `llr` has the LLRs that
// `first` and `last` of the blocks index; NULL if devPAV is not wanted.
void cal_block_statistics(const struct cal_block* blocks, ptrdiff_t n_blocks, const double* llr,
                          struct cal_chunk_sum total, const struct cal_wanted* wanted,
                          const struct cal_block_work* work, const struct cal_statistics* out);

#endif
