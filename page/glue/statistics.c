// Statistics of one system for the page, those that R/backend-system.R lists. Arrays are passed as
// addresses, and results of several parts as a record of doubles, in which addresses are numbers
// too.
#include <math.h>

#include "host.h"
#include "kernels/base/common-log.h"
#include "kernels/cost/claims.h"
#include "kernels/cost/cross-entropy-curve.h"
#include "kernels/cost/reduce.h"
#include "kernels/count/count-sample.h"
#include "kernels/count/range.h"
#include "kernels/pav/blocks.h"
#include "kernels/rates/error-rates.h"
#include "kernels/rates/roc.h"
#include "kernels/rates/tippett.h"
#include "kernels/read/slip-rules.h"

static double address(const void* at) { return (double)(uintptr_t)at; }

static struct cal_sample sample_of(const double* value, const int* truth, const double* weight,
                                   int n, double unit) {
  return (struct cal_sample){.trials = {value, truth, n}, .weight = weight, .unit = unit};
}

static struct cal_counted counted_of(const double* value, const double* n_h1, const double* n_h2,
                                     int n) {
  return (struct cal_counted){value, n_h1, n_h2, n};
}

// `weight` is NULL where each trial counts as one. Record: number of distinct values; value, n_h1,
// n_h2.
PAGE_EXPORT("counts")
void page_counts(const double* value, const int* truth, const double* weight, int n,
                 double* record) {
  const struct cal_sample sample = sample_of(value, truth, weight, n, 1);
  const struct cal_counted counted = cal_count_sample(page_host(), &sample);
  record[0] = (double)counted.n;
  record[1] = address(counted.value);
  record[2] = address(counted.n_h1);
  record[3] = address(counted.n_h2);
}

// Record: number of blocks; min, max, n_h1, n_h2, llr, and the places of the ends among the values.
PAGE_EXPORT("blocks")
void page_blocks(const double* value, const double* n_h1, const double* n_h2, int n,
                 double* record) {
  const struct cal_counted counted = counted_of(value, n_h1, n_h2, n);
  const struct cal_partition found = cal_blocks_of_counts(page_host(), &counted);
  double* column[7];
  for (int k = 0; k < 7; ++k) {
    column[k] = cal_scratch_doubles(page_host(), found.n);
    record[k + 1] = address(column[k]);
  }
  for (ptrdiff_t i = 0; i < found.n; ++i) {
    const struct cal_block block = found.blocks[i];
    const double row[] = {found.value[block.first],
                          found.value[block.last],
                          block.n_h1,
                          block.n_h2,
                          cal_block_llr(block, found.total_h1, found.total_h2),
                          (double)block.first,
                          (double)block.last};
    for (int k = 0; k < 7; ++k) column[k][i] = row[k];
  }
  record[0] = (double)found.n;
}

// Record: number of points; llr, n_h1, n_h2.
PAGE_EXPORT("points")
void page_points(double unit, const double* value, const double* n_h1, const double* n_h2, int n,
                 double* record) {
  const struct cal_counted counted = counted_of(value, n_h1, n_h2, n);
  const struct cal_points points = cal_reduce_counts(page_host(), unit, &counted);
  record[0] = (double)points.n;
  record[1] = address(points.llr);
  record[2] = address(points.n_h1);
  record[3] = address(points.n_h2);
}

// Record: mean costs in nats of the H1 and of the H2 trials at even odds.
PAGE_EXPORT("costs")
void page_costs(const double* value, const int* truth, const double* weight, int n, double unit,
                double* record) {
  const struct cal_sample sample = sample_of(value, truth, weight, n, unit);
  double range[2] = {INFINITY, -INFINITY};
  for (int i = 0; i < n; ++i) {
    if (value[i] < range[0]) range[0] = value[i];
    if (value[i] > range[1]) range[1] = value[i];
  }
  cal_mean_costs(page_host(), &sample, range, NULL, &record[0], &record[1]);
}

static struct cal_points points_of(const double* llr, const double* n_h1, const double* n_h2, int n,
                                   double total_h1, double total_h2) {
  return (struct cal_points){llr, n_h1, n_h2, n, total_h1, total_h2};
}

// The cross-entropy in nats at each of the prior log-odds; 0 where these are infinite.
PAGE_EXPORT("ece")
void page_ece(const double* llr, const double* n_h1, const double* n_h2, int n, double total_h1,
              double total_h2, const double* log_odds, int n_odds, double* out) {
  const struct cal_points points = points_of(llr, n_h1, n_h2, n, total_h1, total_h2);
  cal_ece_along(page_host(), &points, log_odds, n_odds, out);
}

// Record: nats that the LRs claim at the prior log-odds, the part of them that they do not deliver,
// and its standard error.
PAGE_EXPORT("claims")
void page_claims(const double* llr, const double* n_h1, const double* n_h2, int n, double total_h1,
                 double total_h2, double log_odds, double* record) {
  const struct cal_points points = points_of(llr, n_h1, n_h2, n, total_h1, total_h2);
  const struct cal_claims claims = cal_claims_at(&points, log_odds);
  record[0] = claims.claimed;
  record[1] = claims.over;
  record[2] = claims.deviation;
}

// (ECE - ECE_null) / min(prior, 1 - prior), in nats.
PAGE_EXPORT("excess")
void page_excess(const double* llr, const double* n_h1, const double* n_h2, int n, double total_h1,
                 double total_h2, const double* log_odds, int n_odds, double* out) {
  const struct cal_points points = points_of(llr, n_h1, n_h2, n, total_h1, total_h2);
  for (int i = 0; i < n_odds; ++i) out[i] = cal_excess(&points, log_odds[i]);
}

PAGE_EXPORT("common_log")
void page_common_log(const double* value, int n, double base_log, double* out) {
  cal_common_log(value, n, base_log, out);
}

PAGE_EXPORT("tail_shares")
void page_tail_shares(const double* count, int n, double* out) {
  cal_tail_shares(page_host(), count, n, out);
}

PAGE_EXPORT("corners")
void page_corners(const double* n_h1, const double* n_h2, int n, double* p_miss, double* p_fa) {
  cal_roc_corners(page_host(), (struct cal_groups){n_h1, n_h2, n}, p_miss, p_fa);
}

PAGE_EXPORT("auc") double page_auc(const double* n_h1, const double* n_h2, int n) {
  return cal_auc((struct cal_groups){n_h1, n_h2, n});
}

// Error rate at which misses and false alarms are equally frequent.
PAGE_EXPORT("eer") double page_eer(const double* n_h1, const double* n_h2, int n) {
  return cal_roc_crossing((struct cal_groups){n_h1, n_h2, n}, 1, 1).cost;
}

// Record: the places of the first, the median and the last value of a class.
PAGE_EXPORT("milestones") void page_milestones(const double* count, int n, double* record) {
  ptrdiff_t position[3];
  cal_milestones(count, n, position);
  for (int k = 0; k < 3; ++k) record[k] = (double)position[k];
}

// Record: a flag for each slip (enum cal_slip), then the facts for their words. `system` is NULL,
// or has the number of the system of each trial.
PAGE_EXPORT("slips")
void page_slips(const double* value, const int* truth, const int* system, int n, int given,
                double* record) {
  const struct cal_trials trials = {value, truth, n};
  double min, max;
  struct cal_slips slips;
  cal_range(value, n, &min, &max);
  cal_find_slips(page_host(), &trials, system, (enum cal_given)given, min, max, &slips);
  for (int k = 0; k < CAL_SLIPS; ++k) record[k] = slips.found[k];
  const double facts[] = {fabs(slips.code[0]), slips.n_code, slips.others,
                          slips.largest,       slips.wrong,  slips.mean_h2,
                          slips.factor,        slips.area,   slips.times};
  for (int k = 0; k < 9; ++k) record[CAL_SLIPS + k] = facts[k];
}
