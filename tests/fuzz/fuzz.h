// For fuzz targets: bytes turned into trials, and checks that stop the program where a property
// fails, so that the fuzzer keeps the input.
#ifndef CALIBRANT_TESTS_FUZZ_H
#define CALIBRANT_TESTS_FUZZ_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOLDS(cond)                                                            \
  do {                                                                         \
    if (!(cond)) {                                                             \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #cond); \
      abort();                                                                 \
    }                                                                          \
  } while (0)

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Memory for n elements; never NULL.
static inline void* new_array(size_t n, size_t size) {
  void* x = calloc(n + 1, size);
  HOLDS(x != NULL);
  return x;
}

static inline double* new_doubles(size_t n) { return new_array(n, sizeof(double)); }

static inline bool near(double a, double b, double rel_tol) {
  return a == b || fabs(a - b) <= rel_tol * fmax(fabs(a), fabs(b));
}

#endif
