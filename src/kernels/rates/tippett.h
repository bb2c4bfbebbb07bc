#ifndef CALIBRANT_KERNELS_RATES_TIPPETT_H
#define CALIBRANT_KERNELS_RATES_TIPPETT_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/base/host.h"

// The share of a class beyond each of `n` ascending values, on which `count[i]` of its trials lie:
// the Tippett curve. It ends with exactly 0, and is never less. `share` has n elements.
void cal_tail_shares(struct cal_host* host, const double* count, ptrdiff_t n, double* share);

// The share up to and including each value, which ends with exactly 1.
void cal_head_shares(struct cal_host* host, const double* count, ptrdiff_t n, double* share);

// Finds the first value, the median and the last value of a class, with `count[i]` of its trials on
// value i: three positions, counted from 0. False if no count is positive.
bool cal_milestones(const double* count, ptrdiff_t n, ptrdiff_t position[3]);

#endif
