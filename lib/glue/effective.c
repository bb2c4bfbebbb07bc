// Sets whose weights sum to effective numbers of trials.
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "set.h"

double* effective_weights(const int* truth, const double* weight, ptrdiff_t n) {
  double* scaled = malloc((size_t)n * sizeof *scaled);
  if (!scaled) return NULL;
  double sum[2] = {0, 0}, square[2] = {0, 0};
  for (ptrdiff_t i = 0; i < n; ++i) {
    sum[truth[i]] += weight[i];
    square[truth[i]] += weight[i] * weight[i];
  }
  for (ptrdiff_t i = 0; i < n; ++i) {
    scaled[i] = fmax(weight[i] * sum[truth[i]] / fmax(square[truth[i]], DBL_MIN), 1e-100);
  }
  return scaled;
}

enum calibrant_status need_effective(struct calibrant_set* set, struct calibrant_set** effective,
                                     struct calibrant_error* error) {
  const struct cal_sample* sample = &set->sample;
  if (sample->weight && !set->effective) {
    const struct cal_trials trials = sample->trials;
    double* weight = effective_weights(trials.truth, sample->weight, trials.n);
    struct calibrant_set* found = weight ? malloc(sizeof *found) : NULL;
    if (!found) {
      free(weight);
      return fail(error, CALIBRANT_MEMORY, "There is no memory left.");
    }
    hold_trials(found, trials, weight, set->scale, set->n_threads);
    set->effective = found;
  }
  *effective = sample->weight ? set->effective : set;
  return CALIBRANT_OK;
}

enum calibrant_status calibrant_effective_numbers(struct calibrant_set* set, double n[2],
                                                  struct calibrant_error* error) {
  struct calibrant_set* effective;
  const enum calibrant_status status = need_effective(set, &effective, error);
  for (int k = 0; status == CALIBRANT_OK && k < 2; ++k) n[k] = effective->totals[CAL_H1 - k];
  return status;
}
