#ifndef CALIBRANT_KERNELS_BASE_SEARCH_H
#define CALIBRANT_KERNELS_BASE_SEARCH_H

#include <stddef.h>

// Index of the first of `n` ascending numbers that is not below x; `n` if all are. Bisection.
static inline ptrdiff_t cal_first_from(const double* at, ptrdiff_t n, double x) {
  ptrdiff_t low = 0, high = n;
  while (low < high) {
    const ptrdiff_t middle = low + (high - low) / 2;
    if (at[middle] < x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

#endif
