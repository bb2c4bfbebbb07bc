// Trials in chunks. A counter holds the results so far; R has only an external pointer to it
// (R/scale-stream-first.R).
#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/cost/moment-points.h"
#include "kernels/count/counter.h"
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

// A counter has either `counts`, or `moments` and the other sums from which points are made.
struct counter {
  struct cal_counter counts;
  double unit;
  struct cal_moments* moments;
  struct cal_moment_batch* batch;
  struct cal_tails* tails;
};

// Zeroed memory that lives as long as the pointer.
struct keeper {
  struct cal_host host;
  SEXP pointer;
};

static void* keep(struct cal_host* host, ptrdiff_t n, size_t size) {
  SEXP pointer = ((struct keeper*)(void*)host)->pointer;
  SEXP memory = PROTECT(Rf_allocVector(RAWSXP, n * (R_xlen_t)size));
  R_SetExternalPtrProtected(pointer, Rf_cons(memory, R_ExternalPtrProtected(pointer)));
  UNPROTECT(1);
  return memset(RAW(memory), 0, (size_t)n * size);
}

static struct counter* counter_of(SEXP pointer) {
  ffi_check_type(pointer, EXTPTRSXP, "counter");
  struct counter* counter = R_ExternalPtrAddr(pointer);
  if (!counter) Rf_error("internal error: a counter is not saved");
  return counter;
}

static void begin_sums(struct keeper* keeper, struct counter* counter, SEXP what) {
  const ptrdiff_t n = cal_moment_bins_size(&moment_bins) + 1;
  counter->unit = ffi_field_number(what, "unit");
  counter->counts.kind = CAL_COUNTS_NOTHING;
  counter->moments = keep(&keeper->host, n, sizeof *counter->moments);
  counter->batch = keep(&keeper->host, n, sizeof *counter->batch);
  counter->tails = keep(&keeper->host, 1, sizeof *counter->tails);
}

static void begin_counts(struct keeper* keeper, struct cal_counter* counter, SEXP what) {
  if (ffi_has_field(what, "edge")) {
    counter->kind = CAL_COUNTS_STEPS;
    counter->stairs.n = ffi_field_length(what, "edge");
    FFI_READ(doubles, counter->stairs.n, &counter->stairs, what, edge);
  } else {
    counter->intervals.map = read_cells(ffi_field(what, "cells"));
  }
  if (ffi_has_field(what, "from")) {
    counter->kind = CAL_COUNTS_NOTHING;
    counter->intervals.n = ffi_field_length(what, "from");
    FFI_READ(doubles, counter->intervals.n, &counter->intervals, what, from, to);
  }
  if (ffi_has_field(what, "bits")) {
    counter->kind = CAL_COUNTS_PARTS;
    counter->bits = (int)ffi_field_number(what, "bits");
  }
  cal_counter_begin(&keeper->host, counter);
}

// Makes a counter. Its kind depends on the fields of the list: `cells` alone counts in cells;
// `from` and `to` keep the values between them; `bits` besides counts in 2^bits parts of each of
// these intervals; `edge`, -Inf first, counts from each edge to the next; `unit` sums up moments,
// from which points are made.
FFI_ENTRY_1(ffi_stream_new, what) {
  SEXP kept = PROTECT(Rf_list1(what));
  struct keeper keeper = {{.scratch = keep}, R_MakeExternalPtr(NULL, R_NilValue, kept)};
  ffi_return(out, keeper.pointer);
  UNPROTECT(1);
  struct counter* counter = keep(&keeper.host, 1, sizeof *counter);
  R_SetExternalPtrAddr(keeper.pointer, counter);
  if (ffi_has_field(what, "unit")) {
    begin_sums(&keeper, counter, what);
  } else {
    begin_counts(&keeper, &counter->counts, what);
  }
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
  struct keeper keeper = {{.scratch = keep}, pointer};
  const struct cal_trials trials = ffi_trials(ffi_field(list, "value"), ffi_field(list, "truth"));
  if (counter->moments) {
    add_sums(host, counter, &trials);
  } else if (counter->counts.kind == CAL_COUNTS_NOTHING) {
    const struct cal_counted counted =
        cal_intervals_counts(host, &counter->counts.intervals, &trials);
    ffi_set_counted(out, &counted);
  } else {
    cal_counter_add(&keeper.host, &counter->counts, &trials);
  }
}

// Adds counted trials to cells.
SEXP ffi_stream_add_counts(SEXP pointer, SEXP counts) {
  struct keeper keeper = {{.scratch = keep}, pointer};
  const struct cal_counted counted = ffi_counted(counts);
  cal_counter_add_counts(&keeper.host, &counter_of(pointer)->counts, &counted);
  return R_NilValue;
}

static struct cal_stretches set_stretches(SEXP out, ptrdiff_t n) {
  struct cal_stretches to = {.from = ffi_set_doubles(out, "value", n)};
  FFI_NEW(n, out, &to, to, n_h1, n_h2);
  to.closed = LOGICAL(ffi_set(out, "closed", Rf_allocVector(LGLSXP, n)));
  return to;
}

static void set_cells(struct cal_host* host, SEXP out, const struct cal_counter* counter,
                      bool close) {
  const struct cal_filled filled = cal_filled_find(host, &counter->table);
  if (close) cal_filled_prune(host, &filled);
  struct cal_stretches rows = set_stretches(out, cal_stretches_number(&filled));
  cal_stretches_find(&counter->intervals.map, &filled, &rows);
}

static void set_parts(SEXP out, const struct cal_counter* counter) {
  struct cal_stretches parts = set_stretches(out, cal_table_filled(&counter->table));
  cal_stretches_parts(&counter->intervals, counter->shift, counter->bits, &counter->table, &parts);
}

static void set_steps(SEXP out, const struct cal_counter* counter) {
  double* n_h1 = ffi_set_doubles(out, "n_h1", counter->stairs.n);
  cal_counter_steps(counter, n_h1, ffi_set_doubles(out, "n_h2", counter->stairs.n));
}

static void set_sums(struct cal_host* host, SEXP out, const struct counter* counter) {
  cal_moments_finish(&moment_bins, counter->moments, counter->batch);
  const struct cal_points points =
      cal_moment_points(host, &moment_bins, counter->moments, counter->tails);
  ffi_set_points(out, &points);
}

// Counts so far. For cells and parts: those that are not empty, each with its smallest and its
// largest possible value; with `close`, neighbours that cannot bend the hull are one row. For
// edges: the numbers of trials from each to the next. For sums: points, not yet thinned out,
// without totals.
FFI_ENTRY_2(ffi_stream_found, pointer, close) {
  const struct counter* counter = counter_of(pointer);
  const struct cal_counter* counts = &counter->counts;
  const bool closed = Rf_asLogical(close) == TRUE;
  if (counter->moments) set_sums(host, out, counter);
  if (counts->kind == CAL_COUNTS_CELLS) set_cells(host, out, counts, closed);
  if (counts->kind == CAL_COUNTS_PARTS) set_parts(out, counts);
  if (counts->kind == CAL_COUNTS_STEPS) set_steps(out, counts);
}

// Edges of cells that a picture needs, and the AUC of cells with the share of pairs within one
// cell.
FFI_ENTRY_1(ffi_stream_sketch, pointer) {
  const struct cal_counter* counter = &counter_of(pointer)->counts;
  const struct cal_filled filled = cal_filled_find(host, &counter->table);
  const struct cal_groups groups = {filled.n_h1, filled.n_h2, filled.n};
  const ptrdiff_t n = cal_picture_edges(groups, filled.keep);
  cal_filled_edges(&counter->intervals.map, &filled, ffi_set_doubles(out, "edge", n));
  ffi_set_pair(out, "auc", cal_auc(groups), cal_auc_ties(groups));
}
