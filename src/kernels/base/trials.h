#ifndef CALIBRANT_KERNELS_BASE_TRIALS_H
#define CALIBRANT_KERNELS_BASE_TRIALS_H

#include <stddef.h>

// Trials in any order, each counting as one: values without NaN, `truth[i]` 1 under H1 and 0
// under H2.
struct cal_trials {
  const double* value;
  const int* truth;
  ptrdiff_t n;
};

#endif
