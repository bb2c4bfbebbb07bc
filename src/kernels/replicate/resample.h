#ifndef CALIBRANT_KERNELS_REPLICATE_RESAMPLE_H
#define CALIBRANT_KERNELS_REPLICATE_RESAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/base/random.h"

// A bootstrap replicate of one class: how often each of its trials was drawn, or, if `weight` is
// not NULL, the weight of each in the replicate.
struct cal_drawn {
  const uint8_t* count;
  const double* weight;
};

// Counts are read eight at a time, so their memory must extend this far beyond the last one.
enum { CAL_COUNT_PADDING = 8 };

// Draws `n_draws` times from `n` trials with replacement, each with the same probability exactly.
// A byte per trial keeps a million of them in the cache. Where a trial was drawn more than 255
// times the counts are all 0, so that they are no replicate, and the result is false. With n draws
// from n trials this has a probability below n / 256! < 1e-490. `count` has `cal_counts_padded()`,
// and zeros behind the n counts.
size_t cal_counts_padded(uint32_t n);
bool cal_draw_trials(struct cal_random* random, uint32_t n_draws, uint32_t n, uint8_t* count);

// Compilers turn this into one instruction.
static inline uint64_t cal_load_bytes(const uint8_t* x) {
  return (uint64_t)x[0] | (uint64_t)x[1] << 8 | (uint64_t)x[2] << 16 | (uint64_t)x[3] << 24 |
         (uint64_t)x[4] << 32 | (uint64_t)x[5] << 40 | (uint64_t)x[6] << 48 | (uint64_t)x[7] << 56;
}

// Neighbours are added in lanes of 16 bits, and the lanes by a product.
static inline uint64_t cal_add_bytes(uint64_t bytes) {
  const uint64_t lanes = 0x00ff00ff00ff00ff;
  return (((bytes & lanes) + ((bytes >> 8) & lanes)) * 0x0001000100010001) >> 48;
}

// The sum of the counts from `first` to before `end`.
static inline uint64_t cal_count_sum(const uint8_t* count, ptrdiff_t first, ptrdiff_t end) {
  uint64_t sum = 0;
  ptrdiff_t i = first;
  for (; end - i >= 8; i += 8) sum += cal_add_bytes(cal_load_bytes(count + i));
  // The last 0 to 7 counts. One shift by 64 is undefined, two by 32 are not.
  const int half = 4 * (int)(8 - (end - i));
  return sum + cal_add_bytes(cal_load_bytes(count + i) << half << half);
}

// The counts in another order: that of trial `order[i]` comes to place i.
void cal_reorder_counts(const uint8_t* count, const int* order, ptrdiff_t n, uint8_t* ordered);

// Draws `n` times from `n` sources with replacement.
void cal_draw_sources(struct cal_random* random, uint32_t n, uint32_t* count);

// The two sources of each comparison.
struct cal_source_pairs {
  const int *source1, *source2;
  ptrdiff_t n;
};

// A comparison is in the replicate as often as its two sources meet: the product of their counts,
// or the count of the one source where a source is compared with itself. Times `weight`, unless
// that is NULL. Owen 2007, section 3.
void cal_weigh_pairs(const struct cal_source_pairs* pairs, const uint32_t* count,
                     const double* weight, double* drawn);

// `drawn[i]` is `weight[i]` times the count of trial `order[i]`, or of trial i if that is NULL.
void cal_weigh_trials(const uint8_t* count, const int* order, const double* weight, ptrdiff_t n,
                      double* drawn);

#endif
