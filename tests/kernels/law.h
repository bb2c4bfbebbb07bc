#ifndef CALIBRANT_TESTS_LAW_H
#define CALIBRANT_TESTS_LAW_H

#include "check.h"
#include "kernels/base/random.h"

// A distribution of whole numbers from `low` on, by its cumulated sums, the last of which is
// `total`. `draw` draws one number.
struct law {
  double low, high, total;
  const double* cumulated;
  double (*draw)(const void* of, struct cal_random* random);
  const void* of;
};

// The share of numbers up to a drawn one, less a random part of the share of that number, is
// uniform. Chi squared with 19 degrees of freedom exceeds 43.8 in one of a thousand tests.
static inline void check_law(const struct law* law, uint64_t seed) {
  enum { DRAWN = 20000, BINS = 20 };
  struct cal_random random = cal_random_stream(seed, 0), other = cal_random_stream(seed, 1);
  double bins[BINS] = {0}, distance = 0;
  for (int i = 0; i < DRAWN; ++i) {
    const double x = law->draw(law->of, &random);
    CHECK(x >= law->low && x <= law->high && x == floor(x));
    const int at = (int)(x - law->low);
    const double below = at > 0 ? law->cumulated[at - 1] : 0;
    const double inside = cal_random_uniform(&other) * (law->cumulated[at] - below);
    ++bins[(int)fmin((below + inside) / law->total * BINS, BINS - 1)];
  }
  for (int b = 0; b < BINS; ++b) {
    const double off = bins[b] - (double)DRAWN / BINS;
    distance += off * off / ((double)DRAWN / BINS);
  }
  CHECK(distance < 43.8);
}

#endif
