#include <math.h>

#include "kernels/base/sort.h"
#include "kernels/count/stairs.h"
#include "kernels/rates/error-rates.h"
#include "scale.h"
#include "set.h"

// Values, ascending, and on their scale thresholds in any order.
struct rates_task {
  struct cal_counted counted;
  const double* threshold;
  ptrdiff_t n;
  double *p_miss, *p_fa;
};

// The kernels take thresholds in ascending order; `load` has the original positions.
static void find_rates(struct cal_host* host, void* data) {
  const struct rates_task* task = data;
  const struct cal_counted* counted = &task->counted;
  const ptrdiff_t n = task->n;
  uint64_t* key = cal_scratch(host, 2 * n, sizeof *key);
  double* place = cal_scratch_doubles(host, 2 * n);
  for (ptrdiff_t i = 0; i < n; ++i) {
    key[i] = cal_sort_key(task->threshold[i]);
    place[i] = (double)i;
  }
  cal_sort(key, place, key + n, place + n, n);
  double* ascending = cal_scratch_doubles(host, 3 * n);
  double *p_miss = ascending + n, *p_fa = p_miss + n;
  for (ptrdiff_t i = 0; i < n; ++i) ascending[i] = cal_sort_value(key[i]);
  cal_miss_rates(counted->value, counted->n_h1, counted->n, ascending, n, p_miss);
  cal_false_alarm_rates(counted->value, counted->n_h2, counted->n, ascending, n, p_fa);
  for (ptrdiff_t i = 0; i < n; ++i) {
    const ptrdiff_t at = (ptrdiff_t)place[i];
    task->p_miss[at] = p_miss[i];
    task->p_fa[at] = p_fa[i];
  }
}

enum calibrant_status calibrant_error_rates(struct calibrant_set* set, const double* threshold,
                                            ptrdiff_t n, double* p_miss, double* p_fa,
                                            struct calibrant_error* error) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (isnan(threshold[i])) {
      return fail(error, CALIBRANT_INPUT, "Thresholds must not be missing: that at index %td is.",
                  i);
    }
  }
  const enum calibrant_status status = need_counts(set, error);
  if (status != CALIBRANT_OK) return status;
  struct rates_task task = {
      .counted = set->counted, .threshold = threshold, .n = n, .p_miss = p_miss, .p_fa = p_fa};
  return run_job(find_rates, &task, set->n_threads, error);
}

struct cost_task {
  const struct calibrant_set* set;
  int best;
  const double *prior, *c_miss, *c_fa;
  ptrdiff_t n;
  double* cost;
};

// Error rates of Bayes decisions and, with the LLRs after PAV, those at the best thresholds
// (Brummer 2010, eq. 7.42). Thresholds are converted to the scale of the values; ratios are
// converted themselves, as a threshold may be too small for a ratio.
static struct cal_counted values_of(struct cal_host* host, const struct cost_task* task) {
  const struct calibrant_set* set = task->set;
  const struct block_table* blocks = &set->blocks;
  if (task->best) return (struct cal_counted){blocks->llr, blocks->n_h1, blocks->n_h2, blocks->n};
  struct cal_counted counted = set->counted;
  if (set->scale == CALIBRANT_LR) {
    double* llr = cal_scratch_doubles(host, counted.n);
    calibrant_convert(counted.value, counted.n, CALIBRANT_LR, CALIBRANT_LN, llr);
    counted.value = llr;
  }
  return counted;
}

static void find_costs(struct cal_host* host, void* data) {
  const struct cost_task* task = data;
  const ptrdiff_t n = task->n;
  const enum calibrant_scale scale = task->set->scale;
  const bool in_ln = task->best || scale == CALIBRANT_LR;
  double* threshold = cal_scratch_doubles(host, 3 * n);
  double *p_miss = threshold + n, *p_fa = p_miss + n;
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double log_odds = logit(task->prior[i]) + log(task->c_miss[i]) - log(task->c_fa[i]);
    threshold[i] = in_ln ? -log_odds : from_ln(-log_odds, scale);
  }
  struct rates_task rates = {values_of(host, task), threshold, n, p_miss, p_fa};
  find_rates(host, &rates);
  for (ptrdiff_t i = 0; i < n; ++i) {
    // An impossible H1 is never accepted, not even with LR = Inf.
    const bool never = task->prior[i] == 0;
    task->cost[i] = task->prior[i] * task->c_miss[i] * (never ? 1 : p_miss[i]) +
                    (1 - task->prior[i]) * task->c_fa[i] * (never ? 0 : p_fa[i]);
  }
}

enum calibrant_status check_operating_points(const double* prior, const double* c_miss,
                                             const double* c_fa, ptrdiff_t n,
                                             struct calibrant_error* error) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (!(prior[i] >= 0 && prior[i] <= 1)) {
      return fail(error, CALIBRANT_INPUT,
                  "A prior is a probability of H1, between 0 and 1: the one at index %td is %g.", i,
                  prior[i]);
    }
    if (!(c_miss[i] > 0 && c_fa[i] > 0 && isfinite(c_miss[i]) && isfinite(c_fa[i]))) {
      return fail(error, CALIBRANT_INPUT,
                  "Costs must be positive: at index %td they are %g and %g.", i, c_miss[i],
                  c_fa[i]);
    }
  }
  return CALIBRANT_OK;
}

enum calibrant_status calibrant_dcf(struct calibrant_set* set, const double* prior,
                                    const double* c_miss, const double* c_fa, ptrdiff_t n,
                                    double* cost, struct calibrant_error* error) {
  struct cost_task task = {set, 0, prior, c_miss, c_fa, n, cost};
  enum calibrant_status status = refuse_scores(set, error);
  if (status == CALIBRANT_OK) status = check_operating_points(prior, c_miss, c_fa, n, error);
  if (status == CALIBRANT_OK) status = need_counts(set, error);
  return status == CALIBRANT_OK ? run_job(find_costs, &task, set->n_threads, error) : status;
}

enum calibrant_status calibrant_dcf_min(struct calibrant_set* set, const double* prior,
                                        const double* c_miss, const double* c_fa, ptrdiff_t n,
                                        double* cost, struct calibrant_error* error) {
  struct cost_task task = {set, 1, prior, c_miss, c_fa, n, cost};
  enum calibrant_status status = check_operating_points(prior, c_miss, c_fa, n, error);
  if (status == CALIBRANT_OK) status = need_blocks(set, error);
  return status == CALIBRANT_OK ? run_job(find_costs, &task, set->n_threads, error) : status;
}
