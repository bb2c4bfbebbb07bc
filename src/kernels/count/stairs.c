#include "kernels/count/stairs.h"

#include "kernels/base/parallel.h"
#include "kernels/base/plan.h"

void cal_stairs_table(const struct cal_stairs* stairs, const struct cal_cells* map,
                      int32_t* table) {
  ptrdiff_t cell = 0;
  int32_t step = 0;
  for (ptrdiff_t k = 0; k < stairs->n; ++k) {
    const ptrdiff_t at = cal_cell(map, stairs->edge[k], map->of_bits);
    for (; cell <= at; ++cell) table[cell] = step;
    step = (int32_t)k;
  }
  for (; cell <= map->size; ++cell) table[cell] = step;
}

// The step of x, by bisection of the steps of its cell, which are usually one or two.
CAL_INLINE int32_t step_at(const struct cal_stairs* stairs, const struct cal_cells* map,
                           const int32_t* table, double x, bool of_bits) {
  const int32_t* cell = table + cal_cell(map, x, of_bits);
  int32_t low = cell[0], high = cell[1];
  while (low < high) {
    const int32_t middle = high - (high - low) / 2;
    if (stairs->edge[middle] <= x)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

CAL_INLINE void find_levels(const struct cal_stairs* stairs, const struct cal_cells map,
                            const int32_t* table, const double* value, ptrdiff_t n, double* out,
                            bool of_bits) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    out[i] = stairs->level[step_at(stairs, &map, table, value[i], of_bits)];
  }
}

void cal_stairs_levels(const struct cal_stairs* stairs, const struct cal_cells* map,
                       const int32_t* table, const double* value, ptrdiff_t n, double* out) {
  if (map->of_bits)
    find_levels(stairs, *map, table, value, n, out, true);
  else
    find_levels(stairs, *map, table, value, n, out, false);
}

struct work {
  const struct cal_stairs* stairs;
  const struct cal_cells* map;
  const int32_t* table;
  const double* value;
  ptrdiff_t n, n_parts;
  double* out;
};

static void find_part(void* data, ptrdiff_t part) {
  const struct work* work = data;
  const ptrdiff_t first = cal_part_begin(work->n, work->n_parts, part);
  const ptrdiff_t n = cal_part_begin(work->n, work->n_parts, part + 1) - first;
  cal_stairs_levels(work->stairs, work->map, work->table, work->value + first, n,
                    work->out + first);
}

void cal_stairs_find(struct cal_host* host, const struct cal_stairs* stairs, const double* value,
                     ptrdiff_t n, double* out) {
  const ptrdiff_t size = n / 4 < CAL_PLAN_STAIRS ? n / 4 + 1 : CAL_PLAN_STAIRS;
  const struct cal_cells map = cal_cells_choose(value, n, size);
  int32_t* table = cal_scratch(host, map.size + 1, sizeof *table);
  cal_stairs_table(stairs, &map, table);
  const ptrdiff_t piece = (ptrdiff_t)host->n_threads * CAL_PLAN_PIECE;
  for (ptrdiff_t i = 0; i < n; i += piece) {
    const ptrdiff_t length = n - i < piece ? n - i : piece;
    struct work work = {stairs, &map, table, value + i, length, cal_parts(length), out + i};
    cal_pulse(host);
    cal_parallel(find_part, &work, work.n_parts, host->n_threads);
  }
}

void cal_stairs_count(const struct cal_stairs* stairs, const struct cal_cells* map,
                      const int32_t* table, const struct cal_trials* trials, double* count) {
  const struct cal_cells cells = *map;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const ptrdiff_t step = step_at(stairs, &cells, table, trials->value[i], cells.of_bits);
    count[2 * step + trials->truth[i]] += 1;
  }
}
