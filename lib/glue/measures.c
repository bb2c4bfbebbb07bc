#include <math.h>

#include "kernels/cost/cross-entropy-curve.h"
#include "kernels/pav/blocks.h"
#include "kernels/pav/dev-pav.h"
#include "kernels/rates/error-rates.h"
#include "scale.h"
#include "set.h"

static enum calibrant_status check_priors(const double* prior, ptrdiff_t n,
                                          struct calibrant_error* error) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (prior[i] >= 0 && prior[i] <= 1) continue;
    return fail(error, CALIBRANT_INPUT,
                "A prior is a probability of H1, between 0 and 1: the one at index %td is %g.", i,
                prior[i]);
  }
  return CALIBRANT_OK;
}

enum calibrant_status calibrant_cllr(struct calibrant_set* set, double* cllr,
                                     struct calibrant_error* error) {
  enum calibrant_status status = refuse_scores(set, error);
  if (status == CALIBRANT_OK) status = need_costs(set, error);
  if (status == CALIBRANT_OK) *cllr = bits(set->costs[CAL_H1] / 2 + set->costs[CAL_H2] / 2);
  return status;
}

static struct cal_points block_points(const struct calibrant_set* set) {
  const struct block_table* blocks = &set->blocks;
  return (struct cal_points){blocks->llr, blocks->n_h1,        blocks->n_h2,
                             blocks->n,   set->totals[CAL_H1], set->totals[CAL_H2]};
}

static bool every_block_is_one_value(const struct block_table* blocks) {
  ptrdiff_t k = 0;
  while (k < blocks->n && blocks->min[k] == blocks->max[k]) ++k;
  return k == blocks->n;
}

// If every block holds one value, PAV may have nothing to gain. Only then could rounding lift the
// minimum above Cllr, so it is capped there.
enum calibrant_status calibrant_cllr_min(struct calibrant_set* set, double* cllr_min,
                                         struct calibrant_error* error) {
  enum calibrant_status status = need_blocks(set, error);
  if (status != CALIBRANT_OK) return status;
  const struct cal_points points = block_points(set);
  *cllr_min = fmin(bits(cal_ece(&points, 0)), 1);
  if (set->scale == CALIBRANT_SCORES || !every_block_is_one_value(&set->blocks)) return status;
  double cllr;
  status = calibrant_cllr(set, &cllr, error);
  if (status == CALIBRANT_OK) *cllr_min = fmin(*cllr_min, cllr);
  return status;
}

struct ece_task {
  struct cal_points points;
  const double* log_odds;
  const double* value;  // converted to log odds
  double (*log_odds_of)(double value);
  ptrdiff_t n;
  double* out;
};

static void find_ece(struct cal_host* host, void* data) {
  struct ece_task* task = data;
  double* log_odds = cal_scratch_doubles(host, task->n);
  for (ptrdiff_t i = 0; i < task->n; ++i) log_odds[i] = task->log_odds_of(task->value[i]);
  cal_ece_along(host, &task->points, log_odds, task->n, task->out);
  for (ptrdiff_t i = 0; i < task->n; ++i) task->out[i] = bits(task->out[i]);
}

static double log_odds_of_log10(double odds) { return to_ln(odds, CALIBRANT_LOG10); }

static enum calibrant_status ece_along(struct calibrant_set* set, const double* value, ptrdiff_t n,
                                       double (*log_odds_of)(double value), int after_pav,
                                       double* out, struct calibrant_error* error) {
  enum calibrant_status status = after_pav ? need_blocks(set, error) : refuse_scores(set, error);
  if (status == CALIBRANT_OK && !after_pav) status = need_points(set, error);
  if (status != CALIBRANT_OK) return status;
  struct ece_task task = {.points = after_pav ? block_points(set) : set->points,
                          .value = value,
                          .log_odds_of = log_odds_of,
                          .n = n,
                          .out = out};
  return run_job(find_ece, &task, set->n_threads, error);
}

enum calibrant_status calibrant_cross_entropy(struct calibrant_set* set, const double* prior,
                                              ptrdiff_t n, int after_pav, double* out,
                                              struct calibrant_error* error) {
  const enum calibrant_status status = check_priors(prior, n, error);
  return status != CALIBRANT_OK ? status : ece_along(set, prior, n, logit, after_pav, out, error);
}

enum calibrant_status calibrant_ece(struct calibrant_set* set, const double* log10_prior_odds,
                                    ptrdiff_t n, int after_pav, double* out,
                                    struct calibrant_error* error) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (isnan(log10_prior_odds[i])) {
      return fail(error, CALIBRANT_INPUT, "Prior odds must not be missing: those at index %td are.",
                  i);
    }
  }
  return ece_along(set, log10_prior_odds, n, log_odds_of_log10, after_pav, out, error);
}

void calibrant_ece_null(const double* log10_prior_odds, ptrdiff_t n, double* out) {
  const double even = 0, one = 1;
  const struct cal_points neutral = {&even, &one, &one, 1, 1, 1};
  for (ptrdiff_t i = 0; i < n; ++i) {
    out[i] = bits(cal_ece(&neutral, log_odds_of_log10(log10_prior_odds[i])));
  }
}

enum calibrant_status calibrant_eer(struct calibrant_set* set, int hull, double* rate,
                                    struct calibrant_error* error) {
  const enum calibrant_status status = (hull ? need_blocks : need_counts)(set, error);
  if (status == CALIBRANT_OK) *rate = cal_roc_crossing(groups_of(set, hull), 1, 1).cost;
  return status;
}

enum calibrant_status calibrant_auc(struct calibrant_set* set, int hull, double* area,
                                    struct calibrant_error* error) {
  const enum calibrant_status status = (hull ? need_blocks : need_counts)(set, error);
  if (status == CALIBRANT_OK) *area = cal_auc(groups_of(set, hull));
  return status;
}

struct distance_task {
  const struct calibrant_set* set;
  double found;
};

static void find_distance(struct cal_host* host, void* data) {
  struct distance_task* task = data;
  const struct cal_counted* counted = &task->set->counted;
  const struct cal_partition found = cal_blocks_of_counts(host, counted);
  double* llr = cal_scratch_doubles(host, counted->n);
  calibrant_convert(counted->value, counted->n, task->set->scale, CALIBRANT_LN, llr);
  task->found = cal_dev_pav(found.blocks, found.n, llr, found.total_h1, found.total_h2);
}

enum calibrant_status calibrant_dev_pav(struct calibrant_set* set, double* log10_lr,
                                        struct calibrant_error* error) {
  enum calibrant_status status = refuse_scores(set, error);
  if (status == CALIBRANT_OK) status = need_counts(set, error);
  if (status != CALIBRANT_OK) return status;
  struct distance_task task = {.set = set};
  status = run_job(find_distance, &task, set->n_threads, error);
  *log10_lr = task.found / to_ln(1, CALIBRANT_LOG10);
  return status;
}
