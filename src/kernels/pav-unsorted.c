#include "kernels/pav-unsorted.h"

#include <math.h>
#include <string.h>

#include "kernels/sort.h"

// Buckets stop at 8 times the width from the centre; the outermost take all that is beyond.
enum { SAMPLE = 255, OCTAVES = 3, TRIALS_PER_BUCKET = 16, MIN_BITS = 5, MAX_BITS = 19 };

static int64_t bits_of(double x) {
  int64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// For x >= 0 the bits of a double count up with it, in steps that double with each octave.
static inline ptrdiff_t bucket_of(const struct cal_buckets* buckets, double x) {
  const double distance = x - buckets->centre;
  ptrdiff_t step =
      (ptrdiff_t)((bits_of(fabs(distance) + buckets->width) - buckets->origin) >> buckets->shift);
  if (step >= buckets->half) step = buckets->half - 1;
  return distance < 0 ? buckets->half - 1 - step : buckets->half + step;
}

// Evenly spread over the trials: any choice is right, and this one needs no random numbers.
static int sample_keys(const struct cal_trials* trials, uint64_t* key) {
  const ptrdiff_t stride = trials->n / SAMPLE + 1;
  int n = 0;
  for (ptrdiff_t i = 0; i < trials->n; i += stride) {
    if (isfinite(trials->value[i])) key[n++] = cal_sort_key(trials->value[i]);
  }
  return n;
}

struct cal_buckets cal_buckets_choose(const struct cal_trials* trials) {
  uint64_t key[SAMPLE];
  const int n = sample_keys(trials, key);
  cal_sort(key, NULL, NULL, NULL, n);

  double centre = 0, width = 1;
  if (n > 0) {
    centre = cal_sort_value(key[n / 2]);
    const double spread = cal_sort_value(key[n - 1 - n / 8]) - cal_sort_value(key[n / 8]);
    if (spread > 1e-300 && spread < 1e300) width = 2 * spread;
  }

  int bits = MIN_BITS;
  while (bits < MAX_BITS && ((ptrdiff_t)(2 * TRIALS_PER_BUCKET) << bits) < trials->n) ++bits;
  return (struct cal_buckets){.centre = centre,
                              .width = width,
                              .origin = bits_of(width),
                              .shift = 52 - bits,
                              .half = (ptrdiff_t)OCTAVES << bits};
}

void cal_buckets_count(const struct cal_buckets* buckets, const struct cal_trials* trials,
                       uint32_t* count) {
  const struct cal_buckets map = *buckets;
  memset(count, 0, sizeof *count * 2 * (size_t)cal_buckets_size(&map));
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    ++count[2 * bucket_of(&map, trials->value[i]) + trials->truth[i]];
  }
}

static ptrdiff_t pav_of_buckets(const uint32_t* count, ptrdiff_t n_buckets,
                                struct cal_block* blocks) {
  ptrdiff_t n_blocks = 0;
  for (ptrdiff_t b = 0; b < n_buckets; ++b) {
    const uint32_t n_h2 = count[2 * b], n_h1 = count[2 * b + 1];
    if (n_h1 + n_h2 == 0) continue;
    n_blocks = cal_pav_add(blocks, n_blocks, (struct cal_block){b, b, n_h1, n_h2});
  }
  return n_blocks;
}

// Marks the buckets of a block whose lowest corner, all H2 trials before the first H1 trial,
// lies below the block's edge of the hull. The products stay below 2^62.
static void mark_below_edge(const struct cal_block* block, const uint32_t* count, uint8_t* keep) {
  const int64_t block_h1 = (int64_t)block->n_h1, block_h2 = (int64_t)block->n_h2;
  int64_t h1 = 0, h2 = 0;
  for (ptrdiff_t b = block->first; b <= block->last; ++b) {
    h2 += count[2 * b];
    keep[b] = h1 * block_h2 < h2 * block_h1;
    h1 += count[2 * b + 1];
  }
  keep[block->first] = keep[block->last] = 1;
}

struct cal_kept cal_buckets_prune(const struct cal_buckets* buckets, const uint32_t* count,
                                  struct cal_block* blocks, uint8_t* keep) {
  const ptrdiff_t n_buckets = cal_buckets_size(buckets);
  memset(keep, 0, (size_t)n_buckets);
  const ptrdiff_t n_blocks = pav_of_buckets(count, n_buckets, blocks);
  for (ptrdiff_t i = 0; i < n_blocks; ++i) mark_below_edge(&blocks[i], count, keep);

  struct cal_kept kept = {0};
  for (ptrdiff_t b = 0; b < n_buckets; ++b) {
    if (!keep[b]) continue;
    kept.n_h2 += count[2 * b];
    kept.n_h1 += count[2 * b + 1];
  }
  return kept;
}

static void choose_places(const uint32_t* count, const uint8_t* keep, ptrdiff_t n_buckets,
                          uint32_t* place) {
  uint32_t next[2] = {0};
  for (ptrdiff_t b = 0; b < n_buckets; ++b) {
    if (!keep[b]) continue;
    for (int class = 0; class < 2; ++class) {
      place[2 * b + class] = next[class];
      next[class] += count[2 * b + class];
    }
  }
}

void cal_buckets_sort(const struct cal_buckets* buckets, const struct cal_trials* trials,
                      const uint32_t* count, const uint8_t* keep, uint32_t* place, uint64_t* key_h1,
                      uint64_t* key_h2, uint64_t* scratch) {
  const struct cal_buckets map = *buckets;
  const ptrdiff_t n_buckets = cal_buckets_size(&map);
  uint64_t* key[2] = {key_h2, key_h1};
  choose_places(count, keep, n_buckets, place);

  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const ptrdiff_t b = bucket_of(&map, trials->value[i]);
    if (!keep[b]) continue;
    const int class = trials->truth[i];
    key[class][place[2 * b + class]++] = cal_sort_key(trials->value[i]);
  }

  for (ptrdiff_t b = 0; b < n_buckets; ++b) {
    if (!keep[b]) continue;
    for (int class = 0; class < 2; ++class) {
      const uint32_t n = count[2 * b + class];
      cal_sort(key[class] + place[2 * b + class] - n, NULL, scratch, NULL, n);
    }
  }
}

// A run without a value starts at the next kept value and ends before it, so that merging keeps
// `first` and `last` right: the outermost values of each block are kept.
ptrdiff_t cal_pav_kept(const struct cal_buckets* buckets, const uint32_t* count,
                       const uint8_t* keep, const struct cal_kept_values* kept,
                       struct cal_block* blocks) {
  const ptrdiff_t n_buckets = cal_buckets_size(buckets);
  struct cal_block run = {0, -1, 0, 0};
  ptrdiff_t n_blocks = 0, i = 0;
  for (ptrdiff_t b = 0; b < n_buckets; ++b) {
    if (!keep[b]) {
      run.n_h2 += count[2 * b];
      run.n_h1 += count[2 * b + 1];
      continue;
    }
    if (run.n_h1 + run.n_h2 > 0) n_blocks = cal_pav_add(blocks, n_blocks, run);
    for (; i < kept->n && bucket_of(buckets, kept->value[i]) == b; ++i) {
      n_blocks =
          cal_pav_add(blocks, n_blocks, (struct cal_block){i, i, kept->n_h1[i], kept->n_h2[i]});
    }
    run = (struct cal_block){i, i - 1, 0, 0};
  }
  return n_blocks;
}
