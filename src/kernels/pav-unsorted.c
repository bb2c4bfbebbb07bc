#include "kernels/pav-unsorted.h"

#include <math.h>
#include <string.h>

#include "kernels/sort.h"

// A table of more buckets would fall out of the cache.
enum {
  GROUP = CAL_BUCKETS_PER_GROUP,
  MAX_GROUPS = (1 << 17) / GROUP,
  TRIALS_PER_BUCKET = 4,
  SAMPLE = 127
};

static inline ptrdiff_t bucket_of(const struct cal_bucket_map* map, double x) {
  double at = (x - map->lowest) * map->per_unit;
  at = at > 0 ? at : 0;
  at = at < map->last ? at : map->last;
  return (ptrdiff_t)at;
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

struct cal_bucket_map cal_bucket_map_choose(const struct cal_trials* trials) {
  uint64_t key[SAMPLE];
  const int n = sample_keys(trials, key);
  cal_sort(key, NULL, NULL, NULL, n);

  double low = 0, width = 1;
  if (n > 0) {
    low = cal_sort_value(key[n / 8]);
    const double spread = cal_sort_value(key[n - 1 - n / 8]) - low;
    if (spread > 1e-290 && spread < 1e290) width = spread;
  }

  ptrdiff_t groups = trials->n / (GROUP * TRIALS_PER_BUCKET) + 1;
  if (groups > MAX_GROUPS) groups = MAX_GROUPS;
  const double n_buckets = (double)(groups * GROUP);
  return (struct cal_bucket_map){
      .lowest = low - width, .per_unit = n_buckets / (3 * width), .last = n_buckets - 1};
}

void cal_buckets_count(const struct cal_buckets* buckets, const struct cal_trials* trials) {
  const struct cal_bucket_map map = buckets->map;
  uint32_t* count = buckets->count;
  memset(count, 0, sizeof *count * 2 * (size_t)cal_buckets_size(&map));
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    ++count[2 * bucket_of(&map, trials->value[i]) + trials->truth[i]];
  }
}

static ptrdiff_t n_groups(const struct cal_buckets* buckets) {
  return cal_buckets_size(&buckets->map) / GROUP;
}

static void count_groups(const struct cal_buckets* buckets) {
  for (ptrdiff_t g = 0; g < n_groups(buckets); ++g) {
    uint32_t n_h1 = 0, n_h2 = 0;
    for (ptrdiff_t b = g * GROUP; b < (g + 1) * GROUP; ++b) {
      n_h2 += buckets->count[2 * b];
      n_h1 += buckets->count[2 * b + 1];
    }
    buckets->group[2 * g] = n_h2;
    buckets->group[2 * g + 1] = n_h1;
  }
}

static ptrdiff_t add_run(struct cal_block* blocks, ptrdiff_t n_blocks, ptrdiff_t first,
                         ptrdiff_t last, const uint32_t count[2]) {
  if (count[0] + count[1] == 0) return n_blocks;
  return cal_pav_add(blocks, n_blocks, (struct cal_block){first, last, count[1], count[0]});
}

static ptrdiff_t pav_of_groups(const struct cal_buckets* buckets, struct cal_block* blocks) {
  ptrdiff_t n_blocks = 0;
  for (ptrdiff_t g = 0; g < n_groups(buckets); ++g) {
    n_blocks = add_run(blocks, n_blocks, g, g, buckets->group + 2 * g);
  }
  return n_blocks;
}

static ptrdiff_t pav_of_buckets(const struct cal_buckets* buckets, struct cal_block* blocks) {
  ptrdiff_t n_blocks = 0;
  for (ptrdiff_t g = 0; g < n_groups(buckets); ++g) {
    const ptrdiff_t first = g * GROUP, end = first + GROUP;
    if (!buckets->keep_group[g]) {
      n_blocks = add_run(blocks, n_blocks, first, end - 1, buckets->group + 2 * g);
      continue;
    }
    for (ptrdiff_t b = first; b < end; ++b) {
      n_blocks = add_run(blocks, n_blocks, b, b, buckets->count + 2 * b);
    }
  }
  return n_blocks;
}

// Whether a run of trials that starts at (h2, h1), counted within its block, reaches below the
// block's edge of the hull where all its H2 trials come first. The products stay below 2^62.
static bool below_edge(const struct cal_block* block, int64_t h1, int64_t h2, uint32_t n_h2) {
  return h1 * (int64_t)block->n_h2 < (h2 + n_h2) * (int64_t)block->n_h1;
}

static void keep_groups(const struct cal_buckets* buckets, const struct cal_block* block) {
  int64_t h1 = 0, h2 = 0;
  for (ptrdiff_t g = block->first; g <= block->last; ++g) {
    const uint32_t* count = buckets->group + 2 * g;
    buckets->keep_group[g] = below_edge(block, h1, h2, count[0]);
    h2 += count[0];
    h1 += count[1];
  }
  buckets->keep_group[block->first] = buckets->keep_group[block->last] = 1;
}

static void keep_buckets(const struct cal_buckets* buckets, const struct cal_block* block) {
  int64_t h1 = 0, h2 = 0;
  for (ptrdiff_t b = block->first; b <= block->last;) {
    const bool whole = !buckets->keep_group[b / GROUP];
    const uint32_t* count = whole ? buckets->group + 2 * (b / GROUP) : buckets->count + 2 * b;
    if (!whole) buckets->keep[b] = below_edge(block, h1, h2, count[0]);
    h2 += count[0];
    h1 += count[1];
    b += whole ? GROUP : 1;
  }
  buckets->keep[block->first] = buckets->keep[block->last] = 1;
}

// The next kept bucket after b, or the number of buckets.
static ptrdiff_t next_kept(const struct cal_buckets* buckets, ptrdiff_t b) {
  const ptrdiff_t n = cal_buckets_size(&buckets->map);
  for (++b; b < n; ++b) {
    if (b % GROUP == 0) {
      while (b < n && !buckets->keep_group[b / GROUP]) b += GROUP;
    }
    if (b < n && buckets->keep[b]) break;
  }
  return b < n ? b : n;
}

struct cal_kept cal_buckets_prune(const struct cal_buckets* buckets, struct cal_block* blocks) {
  const ptrdiff_t n_buckets = cal_buckets_size(&buckets->map);
  memset(buckets->keep, 0, (size_t)n_buckets);
  memset(buckets->keep_group, 0, (size_t)n_groups(buckets));
  count_groups(buckets);

  ptrdiff_t n = pav_of_groups(buckets, blocks);
  for (ptrdiff_t i = 0; i < n; ++i) keep_groups(buckets, &blocks[i]);
  n = pav_of_buckets(buckets, blocks);
  for (ptrdiff_t i = 0; i < n; ++i) keep_buckets(buckets, &blocks[i]);

  struct cal_kept kept = {0};
  for (ptrdiff_t b = next_kept(buckets, -1); b < n_buckets; b = next_kept(buckets, b)) {
    kept.n_h2 += buckets->count[2 * b];
    kept.n_h1 += buckets->count[2 * b + 1];
  }
  return kept;
}

// Turns the counts of the kept buckets into the places of their first trials.
static void counts_to_places(const struct cal_buckets* buckets) {
  const ptrdiff_t n_buckets = cal_buckets_size(&buckets->map);
  uint32_t next[2] = {0};
  for (ptrdiff_t b = next_kept(buckets, -1); b < n_buckets; b = next_kept(buckets, b)) {
    for (int class = 0; class < 2; ++class) {
      const uint32_t n = buckets->count[2 * b + class];
      buckets->count[2 * b + class] = next[class];
      next[class] += n;
    }
  }
}

// Each place moves on to the first trial of the next kept bucket.
static void take_keys(const struct cal_buckets* buckets, const struct cal_trials* trials,
                      uint64_t* key[2]) {
  const struct cal_bucket_map map = buckets->map;
  const uint8_t* keep = buckets->keep;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const ptrdiff_t b = bucket_of(&map, trials->value[i]);
    if (!keep[b]) continue;
    const int class = trials->truth[i];
    key[class][buckets->count[2 * b + class]++] = cal_sort_key(trials->value[i]);
  }
}

void cal_buckets_sort(const struct cal_buckets* buckets, const struct cal_trials* trials,
                      uint64_t* key_h1, uint64_t* key_h2, uint64_t* scratch) {
  const ptrdiff_t n_buckets = cal_buckets_size(&buckets->map);
  uint64_t* key[2] = {key_h2, key_h1};
  counts_to_places(buckets);
  take_keys(buckets, trials, key);

  uint32_t start[2] = {0};
  for (ptrdiff_t b = next_kept(buckets, -1); b < n_buckets; b = next_kept(buckets, b)) {
    for (int class = 0; class < 2; ++class) {
      const uint32_t end = buckets->count[2 * b + class];
      cal_sort(key[class] + start[class], NULL, scratch, NULL, end - start[class]);
      start[class] = end;
    }
  }
}

// A run without values starts at the next kept value and ends before it, so that merging keeps
// `first` and `last` right: the outermost values of each block are kept.
static ptrdiff_t add_gap(const struct cal_buckets* buckets, ptrdiff_t from, ptrdiff_t to,
                         ptrdiff_t value, struct cal_block* blocks, ptrdiff_t n_blocks) {
  uint32_t count[2] = {0};
  for (ptrdiff_t b = from; b < to;) {
    const bool whole = !buckets->keep_group[b / GROUP];
    const uint32_t* next = whole ? buckets->group + 2 * (b / GROUP) : buckets->count + 2 * b;
    count[0] += next[0];
    count[1] += next[1];
    b += whole ? GROUP : 1;
  }
  return add_run(blocks, n_blocks, value, value - 1, count);
}

ptrdiff_t cal_pav_kept(const struct cal_buckets* buckets, const struct cal_kept_values* kept,
                       struct cal_block* blocks) {
  const ptrdiff_t n_buckets = cal_buckets_size(&buckets->map);
  ptrdiff_t n_blocks = 0, i = 0;
  for (ptrdiff_t after = 0, b; after < n_buckets; after = b + 1) {
    b = next_kept(buckets, after - 1);
    n_blocks = add_gap(buckets, after, b, i, blocks, n_blocks);
    for (; i < kept->n && bucket_of(&buckets->map, kept->value[i]) == b; ++i) {
      n_blocks =
          cal_pav_add(blocks, n_blocks, (struct cal_block){i, i, kept->n_h1[i], kept->n_h2[i]});
    }
  }
  return n_blocks;
}
