#include "kernels/count/stairs.h"

#include <math.h>

#include "kernels/base/plan.h"

void cal_stairs_table(const struct cal_stairs* stairs, const struct cal_cells* map, double* table) {
  ptrdiff_t cell = 0;
  for (ptrdiff_t k = 0; k < stairs->n; ++k) {
    const ptrdiff_t at = cal_cell(map, stairs->edge[k], map->of_bits);
    for (; cell < at; ++cell) table[cell] = stairs->level[k > 0 ? k - 1 : 0];
    table[at] = NAN;
    cell = at + 1;
  }
  for (; cell < map->size; ++cell) table[cell] = stairs->level[stairs->n - 1];
}

// Level at x, by bisection.
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

CAL_INLINE void find_levels(const struct cal_stairs* stairs, const struct cal_cells map,
                            const double* table, const double* value, ptrdiff_t n, double* out,
                            bool of_bits) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    out[i] = table[cal_cell(&map, value[i], of_bits)];
    if (isnan(out[i])) out[i] = search(stairs, value[i]);
  }
}

void cal_stairs_levels(const struct cal_stairs* stairs, const struct cal_cells* map,
                       const double* table, const double* value, ptrdiff_t n, double* out) {
  if (map->of_bits)
    find_levels(stairs, *map, table, value, n, out, true);
  else
    find_levels(stairs, *map, table, value, n, out, false);
}

void cal_stairs_find(struct cal_host* host, const struct cal_stairs* stairs, const double* value,
                     ptrdiff_t n, double* out) {
  const ptrdiff_t size = n / 4 < CAL_PLAN_STAIRS ? n / 4 + 1 : CAL_PLAN_STAIRS;
  const struct cal_cells map = cal_cells_choose(value, n, size);
  double* table = cal_scratch_doubles(host, map.size);
  cal_stairs_table(stairs, &map, table);
  for (ptrdiff_t i = 0; i < n; i += CAL_PLAN_PIECE) {
    const ptrdiff_t left = n - i;
    cal_pulse(host);
    cal_stairs_levels(stairs, &map, table, value + i, left < CAL_PLAN_PIECE ? left : CAL_PLAN_PIECE,
                      out + i);
  }
}

enum { BATCH = 1024 };

void cal_stairs_count(const struct cal_stairs* stairs, const struct cal_cells* map,
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
