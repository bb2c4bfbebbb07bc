#include <math.h>

#include "kernels/base/search.h"
#include "kernels/rates/roc.h"
#include "scale.h"
#include "set.h"

// Values are rejected below a threshold, so the next value is one; no threshold rejects an infinite
// value.
double threshold_of_corner(const struct calibrant_set* set, ptrdiff_t n_rejected) {
  const struct cal_counted* counted = &set->counted;
  if (n_rejected == 0) return set->scale == CALIBRANT_LR ? 0 : -INFINITY;
  if (n_rejected < counted->n) return counted->value[n_rejected];
  return counted->value[counted->n - 1] == INFINITY ? NAN : INFINITY;
}

enum calibrant_status calibrant_best_thresholds(struct calibrant_set* set, const double* prior,
                                                const double* c_miss, const double* c_fa,
                                                ptrdiff_t n, double* threshold,
                                                struct calibrant_error* error) {
  enum calibrant_status status = check_operating_points(prior, c_miss, c_fa, n, error);
  if (status == CALIBRANT_OK) status = need_counts(set, error);
  if (status == CALIBRANT_OK) status = need_blocks(set, error);
  if (status != CALIBRANT_OK) return status;
  const struct block_table* blocks = &set->blocks;
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double log_odds = logit(prior[i]) + log(c_miss[i]) - log(c_fa[i]);
    // Rejects blocks with too small an LLR.
    const ptrdiff_t k = cal_first_from(blocks->llr, blocks->n, -log_odds);
    const bool inside = k > 0 && k < blocks->n;
    threshold[i] = inside ? blocks->min[k] : threshold_of_corner(set, k == 0 ? 0 : set->counted.n);
  }
  return status;
}

enum calibrant_status calibrant_equal_threshold(struct calibrant_set* set, double* threshold,
                                                struct calibrant_error* error) {
  const enum calibrant_status status = need_counts(set, error);
  if (status == CALIBRANT_OK) {
    *threshold = cal_roc_balance(groups_of(set, 0), set->counted.value, 1, 1);
  }
  return status;
}

struct within_task {
  const struct calibrant_set* set;
  int misses;
  const double* rate;
  ptrdiff_t n;
  double* threshold;
};

// Shares written as decimals equal those of whole numbers up to rounding.
static ptrdiff_t corner_within(const double* share, ptrdiff_t n_corners, int misses, double rate) {
  const double most = rate * (1 + 1e-12);
  ptrdiff_t k = 0;
  if (!misses) {
    while (share[k] > most) ++k;
    return k;
  }
  while (k + 1 < n_corners && share[k + 1] <= most) ++k;
  return k;
}

static void find_within(struct cal_host* host, void* data) {
  const struct within_task* task = data;
  const ptrdiff_t n_corners = task->set->counted.n + 1;
  double* p_miss = cal_scratch_doubles(host, 2 * n_corners);
  double* p_fa = p_miss + n_corners;
  cal_roc_corners(host, groups_of(task->set, 0), p_miss, p_fa);
  for (ptrdiff_t i = 0; i < task->n; ++i) {
    const double* share = task->misses ? p_miss : p_fa;
    task->threshold[i] = threshold_of_corner(
        task->set, corner_within(share, n_corners, task->misses, task->rate[i]));
  }
}

enum calibrant_status calibrant_thresholds_within(struct calibrant_set* set, int misses,
                                                  const double* rate, ptrdiff_t n,
                                                  double* threshold,
                                                  struct calibrant_error* error) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (rate[i] >= 0 && rate[i] <= 1) continue;
    return fail(error, CALIBRANT_INPUT,
                "A rate must be between 0 and 1: the one at index %td is %g.", i, rate[i]);
  }
  const enum calibrant_status status = need_counts(set, error);
  struct within_task task = {set, misses, rate, n, threshold};
  return status == CALIBRANT_OK ? run_job(find_within, &task, set->n_threads, error) : status;
}
