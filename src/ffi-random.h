#ifndef CALIBRANT_FFI_RANDOM_H
#define CALIBRANT_FFI_RANDOM_H

#include <R_ext/Random.h>
#include <stdint.h>

// A seed for the random numbers of kernels, taken from R's, so that `set.seed()` fixes all.
static inline uint64_t ffi_random_seed(void) {
  GetRNGstate();
  const uint64_t high = (uint64_t)(unif_rand() * 4294967296.0);
  const uint64_t low = (uint64_t)(unif_rand() * 4294967296.0);
  PutRNGstate();
  return high << 32 | low;
}

#endif
