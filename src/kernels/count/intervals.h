#ifndef CALIBRANT_KERNELS_COUNT_INTERVALS_H
#define CALIBRANT_KERNELS_COUNT_INTERVALS_H

#include <stdint.h>

#include "kernels/base/host.h"
#include "kernels/base/sample.h"
#include "kernels/count/cells.h"

// A few intervals of the axis whose trials are examined more closely as chunks come in. They are
// disjoint and ascending, both ends included. `keep` marks the cells that they touch; most trials
// are in other cells.
struct cal_intervals {
  struct cal_cells map;
  const uint8_t* keep;
  const double *from, *to;
  ptrdiff_t n;
};

// Sets `keep`, one flag for each cell.
void cal_intervals_mark(const struct cal_intervals* intervals, uint8_t* keep);

// The index of the interval that contains x; -1 for none.
ptrdiff_t cal_interval_of(const struct cal_intervals* intervals, double x);

// The sort keys of the trials in the intervals, by class, in the order of the trials. Also sets
// their numbers.
void cal_intervals_take(const struct cal_intervals* intervals, const struct cal_trials* trials,
                        uint64_t* const key[2], ptrdiff_t n[2]);

// The distinct values of the trials in the intervals, with the numbers on each, in scratch memory.
struct cal_counted cal_intervals_counts(struct cal_host* host,
                                        const struct cal_intervals* intervals,
                                        const struct cal_trials* trials);

// Cuts each interval into up to 2^bits parts, of equal width in the keys: a part is 2^shift keys
// wide.
int cal_interval_shift(double from, double to, int bits);

// Adds the trials in the intervals to the numbers in their parts: class c in part p of interval i
// is at 2 (i 2^bits + p) + c. `shift` has one element for each interval.
void cal_intervals_count(const struct cal_intervals* intervals, const int* shift, int bits,
                         const struct cal_trials* trials, uint32_t* count);

#endif
