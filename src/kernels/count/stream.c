#include "kernels/count/stream.h"

#include <string.h>

#include "kernels/base/sort.h"

void cal_cells_add_counts(const struct cal_cells* map, const struct cal_counted* counted,
                          uint32_t* count) {
  for (ptrdiff_t i = 0; i < counted->n; ++i) {
    const ptrdiff_t b = cal_cell(map, counted->value[i], map->of_bits);
    count[2 * b + CAL_H2] += (uint32_t)counted->n_h2[i];
    count[2 * b + CAL_H1] += (uint32_t)counted->n_h1[i];
  }
}

void cal_table_relieve(struct cal_table* table) {
  for (ptrdiff_t i = 0; i < 2 * table->n; ++i) {
    table->more[i] += table->count[i];
    table->count[i] = 0;
  }
}

static double number_in(const struct cal_table* table, ptrdiff_t b, int class) {
  const ptrdiff_t i = 2 * b + class;
  return table->count[i] + (table->more ? table->more[i] : 0);
}

static bool is_empty(const struct cal_table* table, ptrdiff_t b) {
  return number_in(table, b, CAL_H2) + number_in(table, b, CAL_H1) == 0;
}

ptrdiff_t cal_table_filled(const struct cal_table* table) {
  ptrdiff_t n = 0;
  for (ptrdiff_t b = 0; b < table->n; ++b) n += !is_empty(table, b);
  return n;
}

struct cal_filled cal_filled_find(struct cal_host* host, const struct cal_table* table) {
  const ptrdiff_t n = cal_table_filled(table);
  struct cal_filled all = {cal_scratch(host, n, sizeof *all.cell), cal_scratch_doubles(host, n),
                           cal_scratch_doubles(host, n), cal_scratch(host, n, sizeof *all.keep), 0};
  for (ptrdiff_t b = 0; b < table->n; ++b) {
    if (is_empty(table, b)) continue;
    all.cell[all.n] = (int32_t)b;
    all.n_h2[all.n] = number_in(table, b, CAL_H2);
    all.n_h1[all.n++] = number_in(table, b, CAL_H1);
  }
  memset(all.keep, 1, sizeof *all.keep * (size_t)n);
  return all;
}

void cal_filled_edges(const struct cal_cells* map, const struct cal_filled* filled, double* edge) {
  for (ptrdiff_t i = 0; i < filled->n; ++i) {
    if (filled->keep[i]) *edge++ = cal_sort_value(cal_cell_first_key(map, filled->cell[i]));
  }
}

// Does cell i belong to the stretch of its neighbour?
static bool goes_on(const struct cal_filled* filled, ptrdiff_t i) {
  return i > 0 && !filled->keep[i] && !filled->keep[i - 1];
}

ptrdiff_t cal_stretches_number(const struct cal_filled* filled) {
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0; i < filled->n; ++i) n += !goes_on(filled, i);
  return n;
}

// Appends the stretch from the value of key `first` to the last value before key `behind`.
static void append(struct cal_stretches* to, uint64_t first, uint64_t behind, double n_h1,
                   double n_h2, bool closed) {
  to->from[to->n] = cal_sort_value(first);
  to->to[to->n] = cal_sort_value(behind - 1);
  to->n_h1[to->n] = n_h1;
  to->n_h2[to->n] = n_h2;
  to->closed[to->n++] = closed;
}

void cal_stretches_find(const struct cal_cells* map, const struct cal_filled* filled,
                        struct cal_stretches* stretches) {
  stretches->n = 0;
  for (ptrdiff_t i = 0, end; i < filled->n; i = end) {
    double n_h1 = filled->n_h1[i], n_h2 = filled->n_h2[i];
    for (end = i + 1; end < filled->n && goes_on(filled, end); ++end) {
      n_h1 += filled->n_h1[end];
      n_h2 += filled->n_h2[end];
    }
    append(stretches, cal_cell_first_key(map, filled->cell[i]),
           cal_cell_first_key(map, filled->cell[end - 1] + 1), n_h1, n_h2, !filled->keep[i]);
  }
}

void cal_stretches_parts(const struct cal_intervals* intervals, const int* shift, int bits,
                         const struct cal_table* table, struct cal_stretches* stretches) {
  stretches->n = 0;
  for (ptrdiff_t b = 0; b < table->n; ++b) {
    if (is_empty(table, b)) continue;
    const ptrdiff_t i = b >> bits, part = b - (i << bits);
    const uint64_t last = cal_sort_key(intervals->to[i]), width = UINT64_C(1) << shift[i];
    const uint64_t first = cal_sort_key(intervals->from[i]) + ((uint64_t)part << shift[i]);
    append(stretches, first, last - first < width ? last + 1 : first + width,
           number_in(table, b, CAL_H1), number_in(table, b, CAL_H2), false);
  }
}
