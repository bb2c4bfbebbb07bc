#ifndef CALIBRANT_KERNELS_READ_MATCH_PAIRS_H
#define CALIBRANT_KERNELS_READ_MATCH_PAIRS_H

#include <stddef.h>

#include "kernels/base/host.h"

// Pairs of numbers, such as those of a model and a segment.
struct cal_pairs {
  const int *a, *b;
  ptrdiff_t n;
};

// at[i] becomes the first place of the i-th wanted pair among `given`, from 0, or -1. A pair may be
// given again with the same value, if neither is NaN; otherwise that place is returned, and -1 if
// there is none. `n_extra` counts the given pairs that are not wanted. There are fewer than 2^30
// pairs.
ptrdiff_t cal_match_pairs(struct cal_host* host, struct cal_pairs given, const double* value,
                          struct cal_pairs wanted, int* at, ptrdiff_t* n_extra);

#endif
