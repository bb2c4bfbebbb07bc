#include "kernels/count/counter.h"

#include <limits.h>
#include <string.h>

#include "kernels/base/plan.h"
#include "kernels/count/count-sample.h"

static void* zeros(struct cal_host* keeper, ptrdiff_t n, size_t size) {
  return memset(cal_scratch(keeper, n, size), 0, (size_t)n * size);
}

static void begin_table(struct cal_host* keeper, struct cal_counter* counter, ptrdiff_t n) {
  counter->table = (struct cal_table){zeros(keeper, 2 * n, sizeof(uint32_t)), NULL, n};
}

static void begin_intervals(struct cal_host* keeper, struct cal_intervals* all) {
  uint8_t* keep = cal_scratch(keeper, all->map.size, sizeof *keep);
  cal_intervals_mark(all, keep);
  all->keep = keep;
}

static void begin_parts(struct cal_host* keeper, struct cal_counter* counter) {
  const struct cal_intervals* all = &counter->intervals;
  counter->shift = cal_scratch(keeper, all->n, sizeof *counter->shift);
  for (ptrdiff_t i = 0; i < all->n; ++i) {
    counter->shift[i] = cal_interval_shift(all->from[i], all->to[i], counter->bits);
  }
  begin_table(keeper, counter, all->n << counter->bits);
}

static void begin_steps(struct cal_host* keeper, struct cal_counter* counter) {
  const struct cal_stairs* stairs = &counter->stairs;
  const struct cal_cells map = cal_cells_choose(stairs->edge, stairs->n, CAL_PLAN_STAIRS);
  counter->intervals.map = map;
  counter->step_in_cell = cal_scratch(keeper, map.size + 1, sizeof *counter->step_in_cell);
  cal_stairs_table(stairs, &map, counter->step_in_cell);
  counter->number = zeros(keeper, 2 * stairs->n, sizeof *counter->number);
}

void cal_counter_begin(struct cal_host* keeper, struct cal_counter* counter) {
  switch (counter->kind) {
    case CAL_COUNTS_CELLS:
      begin_table(keeper, counter, counter->intervals.map.size);
      break;
    case CAL_COUNTS_PARTS:
      begin_intervals(keeper, &counter->intervals);
      begin_parts(keeper, counter);
      break;
    case CAL_COUNTS_STEPS:
      begin_steps(keeper, counter);
      break;
    case CAL_COUNTS_NOTHING:
      begin_intervals(keeper, &counter->intervals);
      break;
  }
}

// Empties the table before `n` more trials could exceed 32 bits.
static void make_way(struct cal_host* keeper, struct cal_counter* counter, double n) {
  struct cal_table* table = &counter->table;
  if (counter->n_in_table + n > INT_MAX) {
    if (!table->more) table->more = zeros(keeper, 2 * table->n, sizeof *table->more);
    cal_table_relieve(table);
    counter->n_in_table = 0;
  }
  counter->n_in_table += n;
}

void cal_counter_add(struct cal_host* keeper, struct cal_counter* counter,
                     const struct cal_trials* trials) {
  const struct cal_intervals* intervals = &counter->intervals;
  if (counter->kind == CAL_COUNTS_STEPS) {
    cal_stairs_count(&counter->stairs, &intervals->map, counter->step_in_cell, trials,
                     counter->number);
  } else if (counter->kind != CAL_COUNTS_NOTHING) {
    make_way(keeper, counter, (double)trials->n);
    if (counter->kind == CAL_COUNTS_CELLS) {
      cal_cells_add(&intervals->map, trials, counter->table.count);
    } else {
      cal_intervals_count(intervals, counter->shift, counter->bits, trials, counter->table.count);
    }
  }
}

void cal_counter_add_counts(struct cal_host* keeper, struct cal_counter* counter,
                            const struct cal_counted* counted) {
  double h1, h2;
  cal_counted_totals(counted, &h1, &h2);
  make_way(keeper, counter, h1 + h2);
  cal_cells_add_counts(&counter->intervals.map, counted, counter->table.count);
}

void cal_counter_steps(const struct cal_counter* counter, double* n_h1, double* n_h2) {
  for (ptrdiff_t k = 0; k < counter->stairs.n; ++k) {
    n_h1[k] = counter->number[2 * k + CAL_H1];
    n_h2[k] = counter->number[2 * k + CAL_H2];
  }
}
