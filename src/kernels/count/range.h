#ifndef CALIBRANT_KERNELS_COUNT_RANGE_H
#define CALIBRANT_KERNELS_COUNT_RANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/base/trials.h"

// The smallest and the largest of `n` > 0 values. Returns false, and no range, if one is NaN.
bool cal_range(const double* x, ptrdiff_t n, double* min, double* max);

// The smallest and the largest value of either class, H2 first: `low[truth[i]] <= value[i]`. Inf
// and -Inf for a class without trials.
void cal_class_ranges(const double* value, const int* truth, ptrdiff_t n, double low[2],
                      double high[2]);

// Number of values, of `n`, that are 1; -1 if one is neither 0 nor 1.
ptrdiff_t cal_count_true(const int* x, ptrdiff_t n);

// Validates new trials, by up to `n_threads` threads: the range of the values, and the number of
// trials under H1. Returns false, and neither, if a value is NaN or the truth of a trial is neither
// 0 nor 1.
struct cal_survey {
  double min, max;
  ptrdiff_t n_h1;
};

bool cal_survey_trials(const struct cal_trials* trials, int n_threads, struct cal_survey* found);

// The next larger double of each value; Inf for itself.
void cal_next_values(const double* value, ptrdiff_t n, double* next);

#endif
