// Trials that go by in chunks. A counter holds the results of those before; R knows it by an
// external pointer alone (R/scale-stream-first.R).
#include <limits.h>
#include <stdint.h>

#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/base/sort.h"
#include "kernels/cost/moment-points.h"
#include "kernels/count/count-sample.h"
#include "kernels/count/intervals.h"
#include "kernels/count/stairs.h"
#include "kernels/count/stream.h"
#include "kernels/pav/pav-buckets.h"
#include "kernels/pav/pav-unsorted.h"
#include "kernels/rates/picture.h"

static struct cal_cells read_cells(SEXP cells) {
  struct cal_cells map = {.size = (ptrdiff_t)ffi_field_number(cells, "n")};
  FFI_READ_ONE(number, &map, cells, lowest, highest, per_unit);
  FFI_READ_ONE(flag, &map, cells, of_bits);
  return map;
}

// `n` cells that spread these values about evenly.
FFI_ENTRY_2(ffi_cells, value, n) {
  const struct cal_cells map = cal_cells_choose(ffi_doubles(value, "value"), Rf_xlength(value),
                                                (ptrdiff_t)ffi_number(n, "n"));
  FFI_SET(number, out, &map, lowest, highest, per_unit);
  ffi_set_number(out, "n", (double)map.size);
  FFI_SET(flag, out, &map, of_bits);
}

static const struct cal_moment_bins moment_bins = {1, -CAL_TAIL_NATS, CAL_TAIL_NATS};

// `kind` says which of the fields are in use.
struct counter {
  enum { IN_CELLS, IN_PARTS, VALUES, STEPS, SUMS } kind;
  // Cells, and the stretches of the axis of which more is to be found out.
  struct cal_intervals intervals;
  int* shift;
  int bits;
  struct cal_table table;
  double n_in_table;
  // Edges, and the numbers from each on to the next.
  struct cal_stairs stairs;
  double *level_in_cell, *number;
  // Sums of which points are made.
  double unit;
  struct cal_moments* moments;
  struct cal_moment_batch* batch;
  struct cal_tails* tails;
};

// Memory that lives as long as the pointer, all of it 0.
static void* keep_memory(SEXP pointer, ptrdiff_t n, size_t size) {
  SEXP memory = PROTECT(Rf_allocVector(RAWSXP, n * (R_xlen_t)size));
  memset(RAW(memory), 0, (size_t)n * size);
  R_SetExternalPtrProtected(pointer, Rf_cons(memory, R_ExternalPtrProtected(pointer)));
  UNPROTECT(1);
  return RAW(memory);
}

static struct counter* counter_of(SEXP pointer) {
  ffi_check_type(pointer, EXTPTRSXP, "counter");
  struct counter* counter = R_ExternalPtrAddr(pointer);
  if (!counter) Rf_error("internal error: a counter is not saved");
  return counter;
}

static void begin_table(SEXP pointer, struct counter* counter, double n) {
  counter->table.n = (ptrdiff_t)n;
  counter->table.count = keep_memory(pointer, 2 * counter->table.n, sizeof(uint32_t));
}

static void begin_intervals(SEXP pointer, struct counter* counter, SEXP what) {
  struct cal_intervals* all = &counter->intervals;
  all->n = ffi_field_length(what, "from");
  all->from = ffi_field_doubles(what, "from", all->n);
  all->to = ffi_field_doubles(what, "to", all->n);
  uint8_t* keep = keep_memory(pointer, all->map.size, sizeof *keep);
  cal_intervals_mark(all, keep);
  all->keep = keep;
}

static void begin_parts(SEXP pointer, struct counter* counter, SEXP what) {
  const struct cal_intervals* all = &counter->intervals;
  counter->bits = (int)ffi_field_number(what, "bits");
  counter->shift = keep_memory(pointer, all->n, sizeof *counter->shift);
  for (ptrdiff_t i = 0; i < all->n; ++i) {
    counter->shift[i] = cal_interval_shift(all->from[i], all->to[i], counter->bits);
  }
  begin_table(pointer, counter, (double)all->n * (double)(1 << counter->bits));
}

static void begin_steps(SEXP pointer, struct counter* counter, SEXP what) {
  struct cal_stairs* stairs = &counter->stairs;
  stairs->n = ffi_field_length(what, "edge");
  stairs->edge = ffi_field_doubles(what, "edge", stairs->n);
  double* step = keep_memory(pointer, stairs->n, sizeof *step);
  for (ptrdiff_t k = 0; k < stairs->n; ++k) step[k] = (double)k;
  stairs->level = step;
  counter->intervals.map = cal_cells_choose(stairs->edge, stairs->n, CAL_PLAN_STAIRS);
  counter->level_in_cell = keep_memory(pointer, counter->intervals.map.size, sizeof(double));
  cal_stairs_table(stairs, &counter->intervals.map, counter->level_in_cell);
  counter->number = keep_memory(pointer, 2 * stairs->n, sizeof(double));
}

static void begin_sums(SEXP pointer, struct counter* counter, SEXP what) {
  const ptrdiff_t n = cal_moment_bins_size(&moment_bins) + 1;
  counter->unit = ffi_field_number(what, "unit");
  counter->moments = keep_memory(pointer, n, sizeof *counter->moments);
  counter->batch = keep_memory(pointer, n, sizeof *counter->batch);
  counter->tails = keep_memory(pointer, 1, sizeof *counter->tails);
}

// A counter of what the list names: `cells` alone, to count in cells; with `from` and `to`, of the
// values there; with `bits` besides, in 2^bits parts of each of these stretches; `edge`, from each
// edge, -Inf the first, to the next; `unit`, sums of which points are made.
SEXP ffi_stream_new(SEXP what) {
  SEXP kept = PROTECT(Rf_list1(what));
  SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, kept));
  struct counter* counter = keep_memory(pointer, 1, sizeof *counter);
  R_SetExternalPtrAddr(pointer, counter);
  const bool has_stretches = ffi_has_field(what, "from"), has_parts = ffi_has_field(what, "bits");
  if (ffi_has_field(what, "unit")) {
    counter->kind = SUMS;
    begin_sums(pointer, counter, what);
  } else if (ffi_has_field(what, "edge")) {
    counter->kind = STEPS;
    begin_steps(pointer, counter, what);
  } else {
    counter->kind = has_parts ? IN_PARTS : has_stretches ? VALUES : IN_CELLS;
    counter->intervals.map = read_cells(ffi_field(what, "cells"));
    if (has_stretches) begin_intervals(pointer, counter, what);
    if (has_parts) begin_parts(pointer, counter, what);
    if (!has_stretches) begin_table(pointer, counter, (double)counter->intervals.map.size);
  }
  UNPROTECT(2);
  return pointer;
}

// Before 32 bits are too few for `n` trials more.
static void make_way(SEXP pointer, struct counter* counter, double n) {
  struct cal_table* table = &counter->table;
  if (counter->n_in_table + n > INT_MAX) {
    if (!table->more) table->more = keep_memory(pointer, 2 * table->n, sizeof *table->more);
    cal_table_relieve(table);
    counter->n_in_table = 0;
  }
  counter->n_in_table += n;
}

static void add_sums(struct cal_host* host, struct counter* counter,
                     const struct cal_trials* trials) {
  const struct cal_sample sample = {.trials = *trials, .unit = counter->unit};
  struct cal_moment_bins scaled = moment_bins;
  const struct cal_trials logs = cal_sample_logs(host, &sample, &scaled.unit);
  cal_moments_add(&scaled, &logs, counter->moments, counter->batch);
  cal_tails_add(&logs, scaled.unit, counter->tails);
}

// Adds trials, a list with `value` and `truth`. Values are not kept but returned, with their
// counts.
FFI_ENTRY_2(ffi_stream_add, pointer, list) {
  struct counter* counter = counter_of(pointer);
  const struct cal_intervals* intervals = &counter->intervals;
  const struct cal_trials trials = ffi_trials(ffi_field(list, "value"), ffi_field(list, "truth"));
  switch (counter->kind) {
    case IN_CELLS:
      make_way(pointer, counter, (double)trials.n);
      cal_cells_add(&intervals->map, &trials, counter->table.count);
      break;
    case IN_PARTS:
      make_way(pointer, counter, (double)trials.n);
      cal_intervals_count(intervals, counter->shift, counter->bits, &trials, counter->table.count);
      break;
    case STEPS:
      cal_stairs_count(&counter->stairs, &intervals->map, counter->level_in_cell, &trials,
                       counter->number);
      break;
    case SUMS:
      add_sums(host, counter, &trials);
      break;
    case VALUES: {
      const struct cal_counted counted = cal_intervals_counts(host, intervals, &trials);
      ffi_set_counted(out, &counted);
    }
  }
}

// Adds trials that are counted already to cells.
SEXP ffi_stream_add_counts(SEXP pointer, SEXP counts) {
  struct counter* counter = counter_of(pointer);
  const struct cal_counted counted = ffi_counted(counts);
  double h1, h2;
  cal_counted_totals(&counted, &h1, &h2);
  make_way(pointer, counter, h1 + h2);
  cal_cells_add_counts(&counter->intervals.map, &counted, counter->table.count);
  return R_NilValue;
}

static struct cal_stretches set_stretches(SEXP out, ptrdiff_t n) {
  struct cal_stretches to = {.from = ffi_set_doubles(out, "value", n)};
  FFI_NEW(n, out, &to, to, n_h1, n_h2);
  to.closed = LOGICAL(ffi_set(out, "closed", Rf_allocVector(LGLSXP, n)));
  return to;
}

static void set_cells(struct cal_host* host, SEXP out, const struct counter* counter, bool close) {
  const struct cal_filled filled = cal_filled_find(host, &counter->table);
  if (close) cal_filled_prune(host, &filled);
  struct cal_stretches rows = set_stretches(out, cal_stretches_number(&filled));
  cal_stretches_find(&counter->intervals.map, &filled, &rows);
}

static void set_parts(SEXP out, const struct counter* counter) {
  struct cal_stretches parts = set_stretches(out, cal_table_filled(&counter->table));
  cal_stretches_parts(&counter->intervals, counter->shift, counter->bits, &counter->table, &parts);
}

static void set_steps(SEXP out, const struct counter* counter) {
  const R_xlen_t n = counter->stairs.n;
  double *n_h1 = ffi_set_doubles(out, "n_h1", n), *n_h2 = ffi_set_doubles(out, "n_h2", n);
  for (R_xlen_t k = 0; k < n; ++k) {
    n_h1[k] = counter->number[2 * k + CAL_H1];
    n_h2[k] = counter->number[2 * k + CAL_H2];
  }
}

static void set_sums(struct cal_host* host, SEXP out, const struct counter* counter) {
  cal_moments_finish(&moment_bins, counter->moments, counter->batch);
  const struct cal_points points =
      cal_moment_points(host, &moment_bins, counter->moments, counter->tails);
  ffi_set_points(out, &points);
}

// Counts that were found. For cells and parts: those that are not empty, each with its smallest and
// its largest possible value; with `close`, neighbours that cannot bend the hull are one row. For
// edges: the numbers of trials from each to the next. For sums: points, not yet thinned out,
// without totals.
FFI_ENTRY_2(ffi_stream_found, pointer, close) {
  const struct counter* counter = counter_of(pointer);
  if (counter->kind == IN_CELLS) set_cells(host, out, counter, Rf_asLogical(close) == TRUE);
  if (counter->kind == IN_PARTS) set_parts(out, counter);
  if (counter->kind == STEPS) set_steps(out, counter);
  if (counter->kind == SUMS) set_sums(host, out, counter);
}

// The edges of cells that a picture needs; and the AUC of cells, with the share of pairs that share
// one.
FFI_ENTRY_1(ffi_stream_sketch, pointer) {
  const struct counter* counter = counter_of(pointer);
  const struct cal_filled filled = cal_filled_find(host, &counter->table);
  const struct cal_groups groups = {filled.n_h1, filled.n_h2, filled.n};
  const ptrdiff_t n = cal_picture_edges(groups, filled.keep);
  double* edge = ffi_set_doubles(out, "edge", n);
  for (ptrdiff_t i = 0, k = 0; i < filled.n; ++i) {
    if (!filled.keep[i]) continue;
    edge[k++] = cal_sort_value(cal_cell_first_key(&counter->intervals.map, filled.cell[i]));
  }
  ffi_set_pair(out, "auc", cal_auc(groups), cal_auc_ties(groups));
}
