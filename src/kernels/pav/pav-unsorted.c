// PAV without sorting all trials: steps 1 to 5 of pav-unsorted.h.
#include "kernels/pav/pav-unsorted.h"

#include <stdbool.h>
#include <string.h>

#include "kernels/base/parallel.h"
#include "kernels/base/plan.h"
#include "kernels/base/sample.h"
#include "kernels/base/sort.h"

enum { GROUP = CAL_BUCKETS_PER_GROUP };

ptrdiff_t cal_buckets_number(ptrdiff_t n_trials) {
  const ptrdiff_t few = n_trials / CAL_PLAN_BUCKETS_FEW;
  const ptrdiff_t many = CAL_PLAN_BUCKETS_BASE + n_trials / CAL_PLAN_BUCKETS_MANY;
  return GROUP * ((few < many ? few : many) / GROUP + 1);
}

static ptrdiff_t n_groups(const struct cal_buckets* buckets) { return buckets->map.size / GROUP; }

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

// A way along an edge of a hull, on which runs of trials are collected for a finer one. A run ends
// only where the path is below the edge: no other point can be on the finer hull. Trials are
// counted from the beginning of the edge; the run has those behind `from_h1` and `from_h2`.
struct path {
  int64_t edge_h1, edge_h2, h1, h2, from_h1, from_h2;
  ptrdiff_t first, last;
  struct cal_block* blocks;
  ptrdiff_t n_blocks;
};

static inline bool below(int64_t h1, int64_t h2, int64_t edge_h1, int64_t edge_h2) {
  return h1 * edge_h2 < h2 * edge_h1;
}

static void begin_edge(struct path* path, const struct cal_block* edge) {
  path->edge_h1 = (int64_t)edge->n_h1;
  path->edge_h2 = (int64_t)edge->n_h2;
  path->h1 = path->h2 = path->from_h1 = path->from_h2 = 0;
}

static inline bool has_run(const struct path* path) {
  return path->h1 + path->h2 > path->from_h1 + path->from_h2;
}

static inline void end_run(struct path* path) {
  path->blocks[path->n_blocks] = (struct cal_block){.first = path->first,
                                                    .last = path->last,
                                                    .n_h1 = (double)(path->h1 - path->from_h1),
                                                    .n_h2 = (double)(path->h2 - path->from_h2)};
  path->n_blocks = cal_pav_pool(path->blocks, path->n_blocks + 1);
  path->from_h1 = path->h1;
  path->from_h2 = path->h2;
}

// The path ends on the edge and not below it, so that its last trials are still a run.
static inline void end_edge(struct path* path) { end_run(path); }

static inline void go_on(struct path* path, ptrdiff_t first, ptrdiff_t last,
                         const uint32_t count[2]) {
  if (count[0] + count[1] == 0) return;
  if (!has_run(path)) path->first = first;
  path->last = last;
  path->h2 += count[0];
  path->h1 += count[1];
  if (below(path->h1, path->h2, path->edge_h1, path->edge_h2)) end_run(path);
}

static ptrdiff_t pav_of_groups(const struct cal_buckets* buckets, struct cal_block* blocks) {
  ptrdiff_t n_blocks = 0;
  for (ptrdiff_t g = 0; g < n_groups(buckets); ++g) {
    const uint32_t* count = buckets->group + 2 * g;
    if (count[0] + count[1] == 0) continue;
    blocks[n_blocks] = (struct cal_block){g, g, count[1], count[0]};
    n_blocks = cal_pav_pool(blocks, n_blocks + 1);
  }
  return n_blocks;
}

// Does a run of trials that starts at (h2, h1), counted within its block, reach below the block's
// edge of the hull if all its H2 trials come first? The products stay below 2^62.
static bool may_bend(const struct cal_block* block, int64_t h1, int64_t h2, uint32_t n_h2) {
  return below(h1, h2 + n_h2, (int64_t)block->n_h1, (int64_t)block->n_h2);
}

static void keep_groups(const struct cal_buckets* buckets, const struct cal_block* block) {
  int64_t h1 = 0, h2 = 0;
  for (ptrdiff_t g = block->first; g <= block->last; ++g) {
    const uint32_t* count = buckets->group + 2 * g;
    buckets->keep_group[g] = may_bend(block, h1, h2, count[0]);
    h2 += count[0];
    h1 += count[1];
  }
  buckets->keep_group[block->first] = buckets->keep_group[block->last] = 1;
}

// End of the buckets from b to `last` that are in the group of b.
static inline ptrdiff_t end_in_group(ptrdiff_t b, ptrdiff_t last) {
  const ptrdiff_t end = (b / GROUP + 1) * GROUP;
  return end <= last ? end : last + 1;
}

static void add_buckets(const struct cal_buckets* buckets, const struct cal_block* groups,
                        struct path* path) {
  begin_edge(path, groups);
  for (ptrdiff_t g = groups->first; g <= groups->last; ++g) {
    const ptrdiff_t first = g * GROUP, end = first + GROUP;
    if (!buckets->keep_group[g]) {
      go_on(path, first, end - 1, buckets->group + 2 * g);
      continue;
    }
    for (ptrdiff_t b = first; b < end; ++b) go_on(path, b, b, buckets->count + 2 * b);
  }
  end_edge(path);
}

// Both ends of an edge lie in kept groups, since no other group reaches below the edge. Adds the
// kept buckets to those of the edges before, and returns how many these are.
static ptrdiff_t keep_buckets(const struct cal_buckets* buckets, const struct cal_block* block,
                              ptrdiff_t n_kept) {
  int64_t h1 = 0, h2 = 0;
  for (ptrdiff_t b = block->first, end; b <= block->last; b = end) {
    const ptrdiff_t g = b / GROUP;
    end = end_in_group(b, block->last);
    if (!buckets->keep_group[g]) {
      h2 += buckets->group[2 * g];
      h1 += buckets->group[2 * g + 1];
      continue;
    }
    for (; b < end; ++b) {
      const uint32_t* count = buckets->count + 2 * b;
      if (b == block->first || b == block->last || may_bend(block, h1, h2, count[0])) {
        buckets->keep[b] = 1;
        buckets->place[n_kept++] = (struct cal_kept_place){b, {(uint32_t)h2, (uint32_t)h1}};
      }
      h2 += count[0];
      h1 += count[1];
    }
  }
  return n_kept;
}

struct cal_kept cal_buckets_prune(const struct cal_buckets* buckets, struct cal_block* coarse,
                                  struct cal_block* hull) {
  memset(buckets->keep, 0, (size_t)buckets->map.size);
  memset(buckets->keep_group, 0, (size_t)n_groups(buckets));
  count_groups(buckets);

  const ptrdiff_t n_coarse = pav_of_groups(buckets, coarse);
  struct path path = {.blocks = hull};
  for (ptrdiff_t i = 0; i < n_coarse; ++i) {
    keep_groups(buckets, &coarse[i]);
    add_buckets(buckets, &coarse[i], &path);
  }
  struct cal_kept kept = {.n_edges = path.n_blocks};
  for (ptrdiff_t i = 0; i < kept.n_edges; ++i) {
    kept.n_buckets = keep_buckets(buckets, &hull[i], kept.n_buckets);
  }
  for (ptrdiff_t i = 0; i < kept.n_buckets; ++i) {
    const uint32_t* count = buckets->count + 2 * buckets->place[i].bucket;
    kept.n_trials += count[0] + count[1];
  }
  return kept;
}

// No value has the key of a NaN.
static const uint64_t no_pivot = UINT64_MAX;

// One kept bucket in the rows of all parts, which are `stride` apart. Returns the end of its keys.
static uint64_t* begin_bucket(ptrdiff_t b, const uint32_t* all, const uint32_t* const* count,
                              ptrdiff_t n_parts, struct cal_kept_bucket* kept, ptrdiff_t stride,
                              uint64_t* key) {
  uint64_t* next[2] = {key, key + all[0]};
  uint32_t first[2] = {all[0], all[1]};
  for (ptrdiff_t p = 1; p < n_parts; ++p) {
    for (int c = 0; c < 2; ++c) first[c] -= count[p][2 * b + c];
  }
  for (ptrdiff_t p = 0; p < n_parts; ++p) {
    const uint32_t* n = p == 0 ? first : count[p] + 2 * b;
    kept[p * stride] =
        (struct cal_kept_bucket){.pivot = no_pivot, .key = {next[0], next[1]}, .n = {n[0], n[1]}};
    for (int c = 0; c < 2; ++c) next[c] += n[c];
  }
  return next[1];
}

void cal_kept_begin(const struct cal_buckets* buckets, struct cal_kept n,
                    const uint32_t* const* count, ptrdiff_t n_parts, struct cal_kept_bucket* kept,
                    uint64_t* key) {
  for (ptrdiff_t i = 0; i < n.n_buckets; ++i) {
    const ptrdiff_t b = buckets->place[i].bucket;
    uint32_t* all = buckets->count + 2 * b;
    key = begin_bucket(b, all, count, n_parts, kept + i, n.n_buckets, key);
    all[0] = (uint32_t)i;
  }
}

static inline void take(struct cal_kept_bucket* kept, double value, int class) {
  const uint64_t key = cal_sort_key(value);
  if (kept->pivot == no_pivot) kept->pivot = key;
  if (key == kept->pivot) return;
  kept->key[class][kept->n_taken[class]++] = key;
}

CAL_INLINE void take_trials(const struct cal_buckets* buckets, const struct cal_trials* trials,
                            struct cal_kept_bucket* kept, bool of_bits) {
  const struct cal_cells map = buckets->map;
  const uint8_t* keep = buckets->keep;
  const uint32_t* place = buckets->count;
  const double* x = trials->value;
  const int* truth = trials->truth;
  ptrdiff_t i = 0;
  for (; i + 4 <= trials->n; i += 4) {
    const int32_t b0 = cal_cell(&map, x[i], of_bits);
    const int32_t b1 = cal_cell(&map, x[i + 1], of_bits);
    const int32_t b2 = cal_cell(&map, x[i + 2], of_bits);
    const int32_t b3 = cal_cell(&map, x[i + 3], of_bits);
    if (keep[b0]) take(kept + place[2 * b0], x[i], truth[i]);
    if (keep[b1]) take(kept + place[2 * b1], x[i + 1], truth[i + 1]);
    if (keep[b2]) take(kept + place[2 * b2], x[i + 2], truth[i + 2]);
    if (keep[b3]) take(kept + place[2 * b3], x[i + 3], truth[i + 3]);
  }
  for (; i < trials->n; ++i) {
    const int32_t b = cal_cell(&map, x[i], of_bits);
    if (keep[b]) take(kept + place[2 * b], x[i], truth[i]);
  }
}

void cal_kept_take(const struct cal_buckets* buckets, const struct cal_trials* trials,
                   struct cal_kept_bucket* kept) {
  if (buckets->map.of_bits)
    take_trials(buckets, trials, kept, true);
  else
    take_trials(buckets, trials, kept, false);
}

// If a pivot is no longer that of the bucket, its trials must be taken out too. Keys move to the
// left, onto those moved before.
static void absorb(struct cal_kept_bucket* to, const struct cal_kept_bucket* from) {
  if (to->pivot == no_pivot) to->pivot = from->pivot;
  for (int c = 0; c < 2; ++c) {
    uint64_t* end = to->key[c] + to->n_taken[c];
    for (uint32_t i = 0; i < from->n_taken[c]; ++i) {
      const uint64_t key = from->key[c][i];
      if (key != to->pivot) *end++ = key;
    }
    if (from->pivot != to->pivot) {
      for (uint32_t i = from->n_taken[c]; i < from->n[c]; ++i) *end++ = from->pivot;
    }
    to->n_taken[c] = (uint32_t)(end - to->key[c]);
    to->n[c] += from->n[c];
  }
}

void cal_kept_merge(struct cal_kept_bucket* to, const struct cal_kept_bucket* from, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; ++i) absorb(&to[i], &from[i]);
}

ptrdiff_t cal_kept_most(const struct cal_kept_bucket* kept, ptrdiff_t n) {
  uint32_t most = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (int class = 0; class < 2; ++class) {
      if (kept[i].n_taken[class] > most) most = kept[i].n_taken[class];
    }
  }
  return most;
}

// If a bucket has trials of one class only, its outermost values alone matter.
static inline bool has_one_class(const struct cal_kept_bucket* kept) {
  return kept->n[0] == 0 || kept->n[1] == 0;
}

void cal_kept_sort(struct cal_kept_bucket* kept, ptrdiff_t n, uint64_t* scratch) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (has_one_class(&kept[i])) continue;
    for (int c = 0; c < 2; ++c) {
      if (kept[i].n_taken[c] > 1) {
        cal_sort(kept[i].key[c], NULL, scratch, NULL, kept[i].n_taken[c]);
      }
    }
  }
}

// The sorted keys of each class of a kept bucket, which are merged.
struct merge {
  const uint64_t *key[2], *end[2];
};

static inline uint64_t head(const struct merge* merge, int class) {
  return merge->key[class] < merge->end[class] ? *merge->key[class] : no_pivot;
}

// Adds the values below a key. Returns how many values there are then.
static inline ptrdiff_t add_below(struct merge* merge, uint64_t limit, ptrdiff_t n_values,
                                  double* value, struct path* path) {
  uint64_t head0 = head(merge, 0), head1 = head(merge, 1);
  for (;; ++n_values) {
    const uint64_t least = head0 < head1 ? head0 : head1;
    if (least >= limit) return n_values;
    uint32_t count[2] = {0, 0};
    for (; head0 == least; head0 = head(merge, 0)) ++count[0], ++merge->key[0];
    for (; head1 == least; head1 = head(merge, 1)) ++count[1], ++merge->key[1];
    value[n_values] = cal_sort_value(least);
    go_on(path, n_values, n_values, count);
  }
}

static ptrdiff_t add_range(const struct cal_kept_bucket* kept, ptrdiff_t n_values, double* value,
                           struct path* path) {
  uint64_t low = kept->pivot, high = kept->pivot;
  for (int c = 0; c < 2; ++c) {
    for (uint32_t i = 0; i < kept->n_taken[c]; ++i) {
      low = kept->key[c][i] < low ? kept->key[c][i] : low;
      high = kept->key[c][i] > high ? kept->key[c][i] : high;
    }
  }
  value[n_values] = cal_sort_value(low);
  if (high > low) value[n_values + 1] = cal_sort_value(high);
  go_on(path, n_values, n_values + (high > low), kept->n);
  return n_values + 1 + (high > low);
}

// Splits at the pivot, which has all trials that were not taken out.
static ptrdiff_t add_values(const struct cal_kept_bucket* kept, ptrdiff_t n_values, double* value,
                            struct path* path) {
  if (has_one_class(kept)) return add_range(kept, n_values, value, path);
  struct merge merge = {.key = {kept->key[0], kept->key[1]},
                        .end = {kept->key[0] + kept->n_taken[0], kept->key[1] + kept->n_taken[1]}};
  n_values = add_below(&merge, kept->pivot, n_values, value, path);
  const uint32_t at_pivot[2] = {kept->n[0] - kept->n_taken[0], kept->n[1] - kept->n_taken[1]};
  value[n_values] = cal_sort_value(kept->pivot);
  go_on(path, n_values, n_values, at_pivot);
  return add_below(&merge, no_pivot, n_values + 1, value, path);
}

// Skips buckets without values, none of which ends below the edge. They start at the next value and
// end before it, which is right wherever runs begin and end: the outermost buckets of each edge are
// kept.
static void skip_to(struct path* path, const struct cal_kept_place* place, ptrdiff_t value) {
  if (!has_run(path)) path->first = value;
  path->h2 = place->before[0];
  path->h1 = place->before[1];
}

ptrdiff_t cal_pav_kept(const struct cal_buckets* buckets, const struct cal_block* hull,
                       struct cal_kept n, const struct cal_kept_bucket* kept, double* value,
                       struct cal_block* blocks) {
  struct path path = {.blocks = blocks};
  ptrdiff_t n_values = 0;
  for (ptrdiff_t edge = 0, i = 0; edge < n.n_edges; ++edge) {
    begin_edge(&path, &hull[edge]);
    for (; i < n.n_buckets && buckets->place[i].bucket <= hull[edge].last; ++i) {
      skip_to(&path, &buckets->place[i], n_values);
      n_values = add_values(&kept[i], n_values, value, &path);
    }
    end_edge(&path);
  }
  return path.n_blocks;
}

struct cal_buckets cal_buckets_new(struct cal_host* host, struct cal_cells map) {
  const ptrdiff_t n = map.size;
  return (struct cal_buckets){.map = map,
                              .count = cal_scratch(host, 2 * n, sizeof(uint32_t)),
                              .keep = cal_scratch(host, n, sizeof(uint8_t)),
                              .group = cal_scratch(host, 2 * n / GROUP, sizeof(uint32_t)),
                              .keep_group = cal_scratch(host, n / GROUP, sizeof(uint8_t)),
                              .place = cal_scratch(host, n, sizeof(struct cal_kept_place))};
}

// Memory shared by the threads: each has a table of counts and a row of kept buckets.
struct work {
  struct cal_buckets buckets;
  uint32_t* count[CAL_MAX_PARTS];
  struct cal_kept_bucket* kept;
  struct cal_kept n;
  uint64_t* scratch;
  ptrdiff_t n_sorts, most;
};

// The first access to fresh memory is slow, so each thread clears its own.
static void clear_part(void* data, ptrdiff_t part) {
  const struct work* work = data;
  memset(work->count[part], 0, sizeof *work->count[part] * 2 * (size_t)work->buckets.map.size);
}

static void count_piece(void* data, ptrdiff_t part, const struct cal_trials* piece) {
  const struct work* work = data;
  cal_cells_add(&work->buckets.map, piece, work->count[part]);
}

static void take_piece(void* data, ptrdiff_t part, const struct cal_trials* piece) {
  const struct work* work = data;
  cal_kept_take(&work->buckets, piece, work->kept + part * work->n.n_buckets);
}

// Tables are large, so there are no more of them than threads. Their numbers are whole, so results
// do not depend on the number of tables.
static ptrdiff_t parts_of(const struct cal_host* host, const struct cal_trials* trials) {
  const ptrdiff_t most = cal_parts(trials->n);
  return host->n_threads < most ? host->n_threads : most;
}

static void count_all(struct cal_host* host, const struct cal_trials* trials, ptrdiff_t n_parts,
                      struct work* work) {
  const struct cal_cells* map = &work->buckets.map;
  work->count[0] = work->buckets.count;
  for (ptrdiff_t p = 1; p < n_parts; ++p) {
    work->count[p] = cal_scratch(host, 2 * map->size, sizeof *work->count[p]);
  }
  cal_parallel(clear_part, work, n_parts, host->n_threads);
  cal_each_piece(host, trials, n_parts, count_piece, work);
  for (ptrdiff_t p = 1; p < n_parts; ++p) cal_cells_merge(map, work->count[p], work->count[0]);
}

static void take_all(struct cal_host* host, const struct cal_trials* trials, ptrdiff_t n_parts,
                     struct work* work) {
  const ptrdiff_t n_kept = work->n.n_buckets;
  work->kept = cal_scratch(host, n_parts * n_kept, sizeof *work->kept);
  uint64_t* key = cal_scratch(host, work->n.n_trials, sizeof *key);
  cal_kept_begin(&work->buckets, work->n, (const uint32_t* const*)work->count, n_parts, work->kept,
                 key);
  cal_each_piece(host, trials, n_parts, take_piece, work);
  for (ptrdiff_t p = 1; p < n_parts; ++p) {
    cal_kept_merge(work->kept, work->kept + p * n_kept, n_kept);
  }
}

static void sort_part(void* data, ptrdiff_t part) {
  const struct work* work = data;
  const ptrdiff_t n = work->n.n_buckets, n_parts = work->n_sorts;
  const ptrdiff_t first = cal_part_begin(n, n_parts, part);
  cal_kept_sort(work->kept + first, cal_part_begin(n, n_parts, part + 1) - first,
                work->scratch + part * work->most);
}

// Buckets differ in size, so threads get more than one part each.
static void sort_all(struct cal_host* host, ptrdiff_t n_parts, struct work* work) {
  work->n_sorts = n_parts > 1 ? CAL_MAX_PARTS : 1;
  work->most = cal_kept_most(work->kept, work->n.n_buckets);
  work->scratch = cal_scratch(host, work->n_sorts * work->most, sizeof *work->scratch);
  cal_parallel(sort_part, work, work->n_sorts, host->n_threads);
}

static struct cal_block* new_blocks(struct cal_host* host, ptrdiff_t n_values,
                                    const struct cal_trials* trials) {
  return cal_scratch(host, cal_pav_capacity(n_values, (double)trials->n), sizeof(struct cal_block));
}

ptrdiff_t cal_pav_unsorted(struct cal_host* host, const struct cal_trials* trials,
                           const struct cal_block** blocks, const double** value) {
  const ptrdiff_t n_parts = parts_of(host, trials), n_buckets = cal_buckets_number(trials->n);
  struct work work = {
      .buckets = cal_buckets_new(host, cal_cells_choose(trials->value, trials->n, n_buckets))};
  count_all(host, trials, n_parts, &work);
  cal_pulse(host);
  struct cal_block* hull = new_blocks(host, n_buckets, trials);
  work.n = cal_buckets_prune(&work.buckets, new_blocks(host, n_buckets / GROUP, trials), hull);
  take_all(host, trials, n_parts, &work);
  cal_pulse(host);

  sort_all(host, n_parts, &work);
  cal_pulse(host);

  double* found = cal_scratch_doubles(host, work.n.n_trials);
  struct cal_block* of_found = new_blocks(host, trials->n, trials);
  *value = found;
  *blocks = of_found;
  return cal_pav_kept(&work.buckets, hull, work.n, work.kept, found, of_found);
}
