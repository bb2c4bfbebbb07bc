#ifndef CALIBRANT_KERNELS_READ_HASH_H
#define CALIBRANT_KERNELS_READ_HASH_H

#include <stdint.h>

// The finalizer of splitmix64: every bit of the result depends on every bit of `x`.
static inline uint64_t cal_hash_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

#endif
