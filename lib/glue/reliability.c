#include <math.h>

#include "kernels/base/sigmoid.h"
#include "kernels/base/sum.h"
#include "scale.h"
#include "set.h"

struct posteriors {
  const struct calibrant_set* set;
  double log_odds, prior;
};

static double posterior_at(const struct posteriors* of, ptrdiff_t i) {
  return cal_sigmoid(to_ln(of->set->counted.value[i], of->set->scale) + of->log_odds);
}

// A group of distinct values, from `first` to before `end`.
static void sum_group(const struct posteriors* of, ptrdiff_t first, ptrdiff_t end,
                      struct calibrant_group* group) {
  const struct cal_counted* counted = &of->set->counted;
  struct cal_sum n_h1 = {0, 0}, n_h2 = {0, 0}, share_h1 = {0, 0}, total = {0, 0}, moment = {0, 0};
  for (ptrdiff_t i = first; i < end; ++i) {
    const double h1 = of->prior * counted->n_h1[i] / of->set->totals[1];
    const double weight = h1 + (1 - of->prior) * counted->n_h2[i] / of->set->totals[0];
    cal_sum_add(&n_h1, counted->n_h1[i]);
    cal_sum_add(&n_h2, counted->n_h2[i]);
    cal_sum_add(&share_h1, h1);
    cal_sum_add(&total, weight);
    cal_sum_add(&moment, weight * posterior_at(of, i));
  }
  group->posterior = cal_sum_value(moment) / cal_sum_value(total);
  group->observed = cal_sum_value(share_h1) / cal_sum_value(total);
  group->n_h1 = cal_sum_value(n_h1);
  group->n_h2 = cal_sum_value(n_h2);
}

// A posterior that was meant to lie on a border may come back from log odds just below it.
static ptrdiff_t end_of_bin(const struct posteriors* of, ptrdiff_t first, double upper) {
  while (first < of->set->counted.n &&
         (upper >= 1 || posterior_at(of, first) < upper * (1 - 1e-12)))
    ++first;
  return first;
}

static ptrdiff_t end_of_block(const struct calibrant_set* set, ptrdiff_t first, ptrdiff_t block) {
  while (first < set->counted.n && set->counted.value[first] <= set->blocks.max[block]) ++first;
  return first;
}

enum calibrant_status find_groups(struct calibrant_set* set, double prior, ptrdiff_t bins,
                                  struct calibrant_group* groups, ptrdiff_t* ends,
                                  ptrdiff_t* n_groups, struct calibrant_error* error) {
  if (!(prior > 0 && prior < 1)) {
    return fail(error, CALIBRANT_INPUT, "`prior` must be inside (0, 1): it is %g.", prior);
  }
  enum calibrant_status status = refuse_scores(set, error);
  if (status == CALIBRANT_OK) status = need_counts(set, error);
  if (status == CALIBRANT_OK) status = need_blocks(set, error);
  if (status != CALIBRANT_OK) return status;
  const struct posteriors of = {set, logit(prior), prior};
  const ptrdiff_t n_parts = bins > 0 ? bins : set->blocks.n;
  ptrdiff_t first = 0;
  *n_groups = 0;
  for (ptrdiff_t k = 0; k < n_parts && first < set->counted.n; ++k) {
    const double upper = (double)(k + 1) / (double)bins;
    const ptrdiff_t end = bins > 0 ? end_of_bin(&of, first, upper) : end_of_block(set, first, k);
    if (end == first) continue;
    struct calibrant_group* group = &groups[*n_groups];
    if (ends) ends[*n_groups] = end;
    ++*n_groups;
    sum_group(&of, first, end, group);
    group->posterior_min = bins > 0 ? (double)k / (double)bins : posterior_at(&of, first);
    group->posterior_max = bins > 0 ? upper : posterior_at(&of, end - 1);
    first = end;
  }
  return status;
}

enum calibrant_status calibrant_reliability(struct calibrant_set* set, double prior, ptrdiff_t bins,
                                            struct calibrant_group* groups, ptrdiff_t* n_groups,
                                            struct calibrant_error* error) {
  return find_groups(set, prior, bins, groups, NULL, n_groups, error);
}
