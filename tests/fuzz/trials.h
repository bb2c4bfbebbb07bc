// Trials from bytes, at most MAX_N, which the target or an included file defines.
#ifndef CALIBRANT_TESTS_FUZZ_TRIALS_H
#define CALIBRANT_TESTS_FUZZ_TRIALS_H

#include "fuzz.h"

struct trials {
  double value[MAX_N];
  int truth[MAX_N];
  ptrdiff_t n;
};

static inline void add_trial(struct trials* trials, double value, int truth) {
  if (isnan(value) || trials->n == MAX_N) return;
  trials->value[trials->n] = value;
  trials->truth[trials->n++] = truth;
}

// Any doubles, each behind a byte with the truth.
static inline void read_doubles(const uint8_t* data, size_t size, struct trials* trials) {
  for (trials->n = 0; size >= 9; data += 9, size -= 9) {
    double value;
    memcpy(&value, data + 1, sizeof value);
    add_trial(trials, value, data[0] & 1);
  }
}

// Small whole numbers, with many ties, on one of three scales.
static inline void read_whole(const uint8_t* data, size_t size, int scale, struct trials* trials) {
  trials->n = 0;
  for (size_t i = 0; i < size; ++i) {
    const double whole = (data[i] >> 1) - 64;
    const double value = scale == 0 ? whole : scale == 1 ? whole * 1e-310 : exp(whole * 5);
    add_trial(trials, value, data[i] & 1);
  }
}

#endif
