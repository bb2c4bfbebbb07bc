#ifndef CALIBRANT_KERNELS_BASE_SORT_H
#define CALIBRANT_KERNELS_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Unsigned integer that orders as the double does. -0 gets the key of +0, so that
// equal values have equal keys. NaN is not legal input.
static inline uint64_t cal_sort_key(double x) {
  const double positive_zero = x + 0.0;
  uint64_t bits;
  memcpy(&bits, &positive_zero, sizeof bits);
  const uint64_t sign = UINT64_C(1) << 63;
  return bits & sign ? ~bits : bits | sign;
}

// Inverse of `cal_sort_key()`.
static inline double cal_sort_value(uint64_t key) {
  const uint64_t sign = UINT64_C(1) << 63;
  const uint64_t bits = key & sign ? key & ~sign : ~key;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// Sorts `key[0..n)` in ascending order; `load[i]` moves with `key[i]`, and the order of equal keys
// is kept. `load` may be NULL. The scratch arrays have the same length and are the caller's.
void cal_sort(uint64_t* key, double* load, uint64_t* key_scratch, double* load_scratch,
              ptrdiff_t n);

#endif
