#include "kernels/pav/stairs.h"

#include <math.h>

void cal_stairs_table(const struct cal_stairs* stairs, const struct cal_bucket_map* map,
                      double* table) {
  ptrdiff_t bucket = 0;
  for (ptrdiff_t k = 0; k < stairs->n; ++k) {
    const ptrdiff_t at = cal_bucket(map, stairs->edge[k], map->of_bits);
    for (; bucket < at; ++bucket) table[bucket] = stairs->level[k > 0 ? k - 1 : 0];
    table[at] = NAN;
    bucket = at + 1;
  }
  for (; bucket < map->size; ++bucket) table[bucket] = stairs->level[stairs->n - 1];
}

// By bisection.
static double search(const struct cal_stairs* stairs, double x) {
  ptrdiff_t low = 0, high = stairs->n;
  while (low < high) {
    const ptrdiff_t middle = low + (high - low) / 2;
    if (stairs->edge[middle] <= x)
      low = middle + 1;
    else
      high = middle;
  }
  return stairs->level[low > 0 ? low - 1 : 0];
}

CAL_INLINE void find_levels(const struct cal_stairs* stairs, const struct cal_bucket_map map,
                            const double* table, const double* value, ptrdiff_t n, double* out,
                            bool of_bits) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    out[i] = table[cal_bucket(&map, value[i], of_bits)];
    if (isnan(out[i])) out[i] = search(stairs, value[i]);
  }
}

void cal_stairs_levels(const struct cal_stairs* stairs, const struct cal_bucket_map* map,
                       const double* table, const double* value, ptrdiff_t n, double* out) {
  if (map->of_bits)
    find_levels(stairs, *map, table, value, n, out, true);
  else
    find_levels(stairs, *map, table, value, n, out, false);
}

enum { BATCH = 1024 };

void cal_stairs_count(const struct cal_stairs* stairs, const struct cal_bucket_map* map,
                      const double* table, const struct cal_trials* trials, double* count) {
  double level[BATCH];
  for (ptrdiff_t first = 0; first < trials->n; first += BATCH) {
    const ptrdiff_t n = trials->n - first < BATCH ? trials->n - first : BATCH;
    cal_stairs_levels(stairs, map, table, trials->value + first, n, level);
    for (ptrdiff_t i = 0; i < n; ++i) {
      count[2 * (ptrdiff_t)level[i] + trials->truth[first + i]] += 1;
    }
  }
}
