#ifndef CALIBRANT_KERNELS_BASE_RADIX_H
#define CALIBRANT_KERNELS_BASE_RADIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Six digits of 11 bits make a key of 64.
enum { CAL_RADIX_DIGITS = 6, CAL_RADIX_BUCKETS = 1 << 11 };

// Keys, and the loads that move with them, or NULL.
struct cal_run {
  uint64_t* key;
  double* load;
};

// `cal_sort()` in steps of at most 2^20 keys, between which a caller may do other things.
// Least significant digit first: count the digits, scatter once per digit, and copy back where
// the last scatter ended in the scratch. A digit that all keys share moves nothing, so its pass
// is skipped.
struct cal_radix {
  struct cal_run run, from, to;
  ptrdiff_t n, next;
  int pass;
  ptrdiff_t count[CAL_RADIX_DIGITS][CAL_RADIX_BUCKETS];
};

// The arguments are those of `cal_sort()`, as runs.
void cal_radix_begin(struct cal_radix* sort, struct cal_run run, struct cal_run scratch,
                     ptrdiff_t n);

// False once the run is sorted.
bool cal_radix_step(struct cal_radix* sort);

#endif
