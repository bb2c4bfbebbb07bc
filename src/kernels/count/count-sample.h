#ifndef CALIBRANT_KERNELS_COUNT_COUNT_SAMPLE_H
#define CALIBRANT_KERNELS_COUNT_COUNT_SAMPLE_H

#include <stdint.h>

#include "kernels/base/sample.h"

// The trials of a sample as sort keys in ascending order, H1 first.
struct cal_order {
  const uint64_t* key;
  const double* weight;
  ptrdiff_t n, n_h1;
};

// `key` and `scratch` are as long as the sample and the caller's; weights are put in scratch
// memory.
struct cal_order cal_sort_sample(struct cal_host* host, const struct cal_sample* sample,
                                 uint64_t* key, uint64_t* scratch);

// Returns the number of distinct values, and sets these and their counts. The arrays are the
// caller's.
ptrdiff_t cal_order_size(struct cal_host* host, const struct cal_order* order);
void cal_order_counts(struct cal_host* host, const struct cal_order* order, double* value,
                      double* n_h1, double* n_h2);

// The same for trials that each count as one and have distinct values; each value that is not in
// `n_h2` is one of H1.
void cal_order_singles(struct cal_host* host, const struct cal_order* order, double* value,
                       double* n_h2);

// Makes the counts of a sample by all these steps, in scratch memory.
struct cal_counted cal_count_sample(struct cal_host* host, const struct cal_sample* sample);

// Merges two sets of counts, in scratch memory.
struct cal_counted cal_counted_merge(struct cal_host* host, const struct cal_counted* a,
                                     const struct cal_counted* b);

// Sums of the weights of the trials of both classes.
void cal_counted_totals(const struct cal_counted* counted, double* h1, double* h2);

#endif
