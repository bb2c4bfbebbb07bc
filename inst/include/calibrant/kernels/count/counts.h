#ifndef CALIBRANT_KERNELS_COUNT_COUNTS_H
#define CALIBRANT_KERNELS_COUNT_COUNTS_H

#include <stddef.h>
#include <stdint.h>

// The sorted trials of one class. `weight` is NULL if every trial counts as one.
struct cal_sorted {
  const uint64_t* key;
  const double* weight;
  ptrdiff_t n;
};

// Number of distinct values of two sorted classes.
ptrdiff_t cal_counts_size(struct cal_sorted h1, struct cal_sorted h2);

// Pools equal values: ascending distinct `value`, with the number or weight of each class at it.
// The three arrays have space for `cal_counts_size()` and are the caller's.
void cal_counts(struct cal_sorted h1, struct cal_sorted h2, double* value, double* n_h1,
                double* n_h2);

// The same in pieces: pools at most `max` distinct values, moves both views past their trials, and
// returns the number of values; 0 at the end. With NULL for the arrays it only counts the values.
ptrdiff_t cal_counts_next(struct cal_sorted* h1, struct cal_sorted* h2, ptrdiff_t max,
                          double* value, double* n_h1, double* n_h2);

#endif
