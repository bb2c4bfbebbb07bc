#ifndef CALIBRANT_KERNELS_BASE_TRIALS_H
#define CALIBRANT_KERNELS_BASE_TRIALS_H

#include <stddef.h>

// The index of a hypothesis in all arrays, which is also the truth of its trials.
enum { CAL_H2, CAL_H1 };

// Trials in any order, each counting as one: values without NaN, `truth[i]` 1 under H1 and 0
// under H2.
struct cal_trials {
  const double* value;
  const int* truth;
  ptrdiff_t n;
};

#endif
