#include "set.h"

#include <math.h>
#include <stdlib.h>

#include "kernels/base/parallel.h"
#include "kernels/count/count-sample.h"
#include "kernels/count/range.h"
#include "scale.h"

static enum calibrant_status name_bad_trial(const struct cal_trials* trials,
                                            struct calibrant_error* error) {
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (isnan(trials->value[i])) {
      return fail(error, CALIBRANT_INPUT,
                  "Values must not be missing: the one at index %td is NaN. Leave such trials out, "
                  "and say how many they were.",
                  i);
    }
    if (trials->truth[i] != 0 && trials->truth[i] != 1) {
      return fail(error, CALIBRANT_INPUT,
                  "`truth` must be 1 where H1 is true and 0 where H2 is: at index %td it is %d.", i,
                  trials->truth[i]);
    }
  }
  return fail(error, CALIBRANT_INPUT, "The trials are not what they must be.");
}

static enum calibrant_status check_weights(const double* weight, ptrdiff_t n,
                                           struct calibrant_error* error) {
  for (ptrdiff_t i = 0; weight && i < n; ++i) {
    if (weight[i] >= 1e-100 && weight[i] <= 1e100) continue;
    return fail(error, CALIBRANT_INPUT,
                "Weights must be positive, between 1e-100 and 1e100: the one at index %td is %g. "
                "Leave out trials that should not count.",
                i, weight[i]);
  }
  return CALIBRANT_OK;
}

static enum calibrant_status check_lrs(const double* lr, ptrdiff_t n,
                                       struct calibrant_error* error) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (lr[i] >= 0) continue;
    return fail(error, CALIBRANT_INPUT,
                "A likelihood ratio cannot be negative: the one at index %td is %g. Logarithms "
                "have the scale log10, ln or log2.",
                i, lr[i]);
  }
  return CALIBRANT_OK;
}

static void sum_weights(struct calibrant_set* set) {
  const struct cal_sample* sample = &set->sample;
  set->totals[CAL_H1] = (double)set->n_h1;
  set->totals[CAL_H2] = (double)(sample->trials.n - set->n_h1);
  if (!sample->weight) return;
  set->totals[0] = set->totals[1] = 0;
  for (ptrdiff_t i = 0; i < sample->trials.n; ++i) {
    set->totals[sample->trials.truth[i]] += sample->weight[i];
  }
}

bool hold_trials(struct calibrant_set* set, struct cal_trials trials, const double* weight,
                 enum calibrant_scale scale, int n_threads) {
  struct cal_survey found;
  *set = (struct calibrant_set){
      .sample = {trials, weight, ln_per_unit(scale)}, .scale = scale, .n_threads = n_threads};
  if (!cal_survey_trials(&trials, n_threads, &found)) return false;
  set->range[0] = found.min;
  set->range[1] = found.max;
  set->n_h1 = found.n_h1;
  sum_weights(set);
  return true;
}

static enum calibrant_status check_set(const struct calibrant_set* set,
                                       struct calibrant_error* error) {
  const struct cal_trials* trials = &set->sample.trials;
  if (set->n_h1 == 0 || set->n_h1 == trials->n) {
    return fail(error, CALIBRANT_ONE_CLASS,
                "Both hypotheses must have at least one trial: there are %td under H1 and %td "
                "under H2.",
                set->n_h1, trials->n - set->n_h1);
  }
  if (set->scale == CALIBRANT_LR && set->range[0] < 0)
    return check_lrs(trials->value, trials->n, error);
  return check_weights(set->sample.weight, trials->n, error);
}

enum calibrant_status calibrant_set_new(const double* value, const int* truth, const double* weight,
                                        ptrdiff_t n, enum calibrant_scale scale, int threads,
                                        struct calibrant_set** set, struct calibrant_error* error) {
  *set = NULL;
  if ((int)scale < CALIBRANT_LN || scale > CALIBRANT_SCORES) {
    return fail(error, CALIBRANT_INPUT, "There is no scale %d.", (int)scale);
  }
  if (n < 1 || !value || !truth) {
    return fail(error, CALIBRANT_INPUT, "There must be at least one trial under each hypothesis.");
  }
  struct calibrant_set* new_set = calloc(1, sizeof *new_set);
  if (!new_set) return fail(error, CALIBRANT_MEMORY, "There is no memory left.");
  const struct cal_trials trials = {value, truth, n};
  const enum calibrant_status status =
      hold_trials(new_set, trials, weight, scale, cal_usable_threads(threads))
          ? check_set(new_set, error)
          : name_bad_trial(&trials, error);
  if (status != CALIBRANT_OK) {
    free(new_set);
    return status;
  }
  *set = new_set;
  return CALIBRANT_OK;
}

void drop_counts(struct cal_counted* counted) {
  free((void*)counted->value);
  free((void*)counted->n_h1);
  free((void*)counted->n_h2);
  *counted = (struct cal_counted){0};
}

void calibrant_set_free(struct calibrant_set* set) {
  if (!set) return;
  if (set->effective) free((void*)set->effective->sample.weight);
  calibrant_set_free(set->effective);
  const struct block_table b = set->blocks;
  double* const owned[] = {b.min,      b.max,      b.n_h1,     b.n_h2,   b.llr,
                           b.axis_min, b.axis_max, b.log10_lr, set->axis};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; ++i) free(owned[i]);
  drop_counts(&set->counted);
  drop_counts(&set->cells);
  free((void*)set->points.llr);
  free((void*)set->points.n_h1);
  free((void*)set->points.n_h2);
  free(set);
}

bool keep_counts(const struct cal_counted* found, struct cal_counted* kept) {
  *kept = (struct cal_counted){copy_doubles(found->value, found->n),
                               copy_doubles(found->n_h1, found->n),
                               copy_doubles(found->n_h2, found->n), found->n};
  if (kept->value && kept->n_h1 && kept->n_h2) return true;
  drop_counts(kept);
  return false;
}

enum calibrant_status refuse_scores(const struct calibrant_set* set,
                                    struct calibrant_error* error) {
  if (set->scale != CALIBRANT_SCORES) return CALIBRANT_OK;
  return fail(error, CALIBRANT_SCORE,
              "This needs likelihood ratios, and these are scores. Calibrate them first, on other "
              "trials.");
}

struct cal_groups groups_of(const struct calibrant_set* set, int hull) {
  const struct block_table* blocks = &set->blocks;
  const struct cal_counted* counted = &set->counted;
  return hull ? (struct cal_groups){blocks->n_h1, blocks->n_h2, blocks->n}
              : (struct cal_groups){counted->n_h1, counted->n_h2, counted->n};
}
