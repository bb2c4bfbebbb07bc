#ifndef CALIBRANT_KERNELS_BASE_BUCKET_MAP_H
#define CALIBRANT_KERNELS_BASE_BUCKET_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/base/inline.h"

// A monotone map from values to buckets, which spreads trials about evenly. Buckets are of equal
// width over the bulk of a sample of the values, and the outermost two take what lies beyond.
// Ratios, which are spread over many powers of ten, have buckets of equal width in the bits of the
// number, which are as good as its logarithm and cost less. What the map is like affects speed,
// never results. Values are not NaN.
struct cal_bucket_map {
  double lowest, highest, per_unit;
  ptrdiff_t size;
  bool of_bits;
};

struct cal_bucket_map cal_bucket_map_choose(const double* value, ptrdiff_t n, ptrdiff_t n_buckets);

// The bits of a double as a number that grows with it; both zeros are 0.
static inline double cal_bits_position(double x) {
  const double positive_zero = x + 0.0;
  int64_t bits;
  memcpy(&bits, &positive_zero, sizeof bits);
  return (double)(bits < 0 ? INT64_MIN - bits : bits);
}

// The bucket of x. `of_bits` is that of the map, and a constant: the loops around must not branch,
// so each is written once and compiled for both.
CAL_INLINE int32_t cal_bucket(const struct cal_bucket_map* map, double x, bool of_bits) {
  double at = of_bits ? cal_bits_position(x) : x;
  at = at > map->lowest ? at : map->lowest;
  at = at < map->highest ? at : map->highest;
  return (int32_t)((at - map->lowest) * map->per_unit);
}

// The sort key of the smallest value in bucket `b` or a later one; the key behind that of Inf where
// there is none.
uint64_t cal_bucket_first_key(const struct cal_bucket_map* map, int32_t b);

#endif
