#ifndef CALIBRANT_KERNELS_TAIL_SHARES_H
#define CALIBRANT_KERNELS_TAIL_SHARES_H

#include <stddef.h>

// The share of a class beyond each of `n` ascending values, on which `count[i]` of its trials lie:
// the Tippett curve. It ends with exactly 0, and is never less. `share` is as long.
void cal_tail_shares(const double* count, ptrdiff_t n, double* share);

#endif
