// Trials that go by in chunks. What has been found of those before is in vectors that R has made
// and keeps for itself (R/backend-stream.R), and is changed in place: a table of counts has 32 MB.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "ffi-fields.h"
#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/base/plan.h"
#include "kernels/base/sort.h"
#include "kernels/cost/moment-points.h"
#include "kernels/pav/intervals.h"
#include "kernels/pav/pav-unsorted.h"
#include "kernels/pav/stairs.h"
#include "kernels/pav/stream.h"
#include "kernels/rates/picture.h"

// A map is five numbers.
static struct cal_bucket_map read_map(SEXP map) {
  ffi_check_length(map, 5, "map");
  const double* v = ffi_doubles(map, "map");
  return (struct cal_bucket_map){v[0], v[1], v[2], (ptrdiff_t)v[3], v[4] != 0};
}

SEXP ffi_stream_map(SEXP value, SEXP size) {
  ffi_check_length(size, 1, "size");
  const struct cal_bucket_map map = cal_bucket_map_choose(
      ffi_doubles(value, "value"), Rf_xlength(value), (ptrdiff_t)ffi_doubles(size, "size")[0]);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, 5));
  const double v[] = {map.lowest, map.highest, map.per_unit, (double)map.size, map.of_bits};
  memcpy(REAL(out), v, sizeof v);
  UNPROTECT(1);
  return out;
}

static uint32_t* read_counts(SEXP count, double n) {
  ffi_check_length(count, (R_xlen_t)n, "count");
  ffi_integers(count, "count");
  return (uint32_t*)(void*)INTEGER(count);
}

// Adds trials to the table of counts; and counts.
SEXP ffi_stream_count(SEXP map_, SEXP value, SEXP truth, SEXP count) {
  const struct cal_bucket_map map = read_map(map_);
  const struct cal_trials trials = ffi_trials(value, truth);
  cal_buckets_add(&map, &trials, read_counts(count, 2.0 * (double)map.size));
  return R_NilValue;
}

SEXP ffi_stream_count_counts(SEXP map_, SEXP counts, SEXP count) {
  const struct cal_bucket_map map = read_map(map_);
  const struct cal_counted counted = ffi_counted(counts);
  cal_buckets_add_counts(&map, &counted, read_counts(count, 2.0 * (double)map.size));
  return R_NilValue;
}

static struct cal_table read_table(SEXP count, SEXP more, double n) {
  struct cal_table table = {.count = read_counts(count, 2 * n), .n = (ptrdiff_t)n};
  if (more == R_NilValue) return table;
  ffi_check_length(more, (R_xlen_t)(2 * n), "more");
  table.more = ffi_doubles(more, "more");
  return table;
}

static SEXP new_stretches(ptrdiff_t n, struct cal_stretches* to) {
  const char* names[] = {"value", "to", "n_h1", "n_h2", "closed", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  to->from = ffi_new_doubles(out, 0, n);
  to->to = ffi_new_doubles(out, 1, n);
  to->n_h1 = ffi_new_doubles(out, 2, n);
  to->n_h2 = ffi_new_doubles(out, 3, n);
  SET_VECTOR_ELT(out, 4, Rf_allocVector(LGLSXP, n));
  to->closed = LOGICAL(VECTOR_ELT(out, 4));
  UNPROTECT(1);
  return out;
}

struct rows_job {
  struct cal_bucket_map map;
  struct cal_table table;
  bool close;
};

static SEXP make_rows(struct cal_host* host, const void* input) {
  const struct rows_job* job = input;
  const struct cal_filled filled = cal_filled_find(host, &job->table);
  if (job->close) cal_filled_prune(host, &filled);
  struct cal_stretches rows;
  SEXP out = PROTECT(new_stretches(cal_stretches_number(&filled), &rows));
  cal_stretches_find(&job->map, &filled, &rows);
  UNPROTECT(1);
  return out;
}

// The buckets that are not empty, each with its smallest and its largest possible value. `more` has
// counts that the table was relieved of, or is NULL. With `close`, neighbours that cannot bend the
// hull are one row.
SEXP ffi_stream_rows(SEXP map, SEXP count, SEXP more, SEXP close) {
  struct rows_job job = {.map = read_map(map), .close = Rf_asLogical(close) == 1};
  job.table = read_table(count, more, (double)job.map.size);
  return ffi_with_host(make_rows, &job, 1);
}

static SEXP make_sketch(struct cal_host* host, const void* input) {
  const struct rows_job* job = input;
  const struct cal_filled filled = cal_filled_find(host, &job->table);
  const struct cal_groups groups = {filled.n_h1, filled.n_h2, filled.n};
  const ptrdiff_t n = cal_picture_edges(groups, filled.keep);
  const char* names[] = {"edge", "auc", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double *edge = ffi_new_doubles(out, 0, n), *auc = ffi_new_doubles(out, 1, 2);
  for (ptrdiff_t i = 0, k = 0; i < filled.n; ++i) {
    if (!filled.keep[i]) continue;
    edge[k++] = cal_sort_value(cal_bucket_first_key(&job->map, filled.bucket[i]));
  }
  auc[0] = cal_auc(groups);
  auc[1] = cal_auc_ties(groups);
  UNPROTECT(1);
  return out;
}

// The edges of buckets that a picture needs; and the AUC of buckets, with the share of pairs that
// share one.
SEXP ffi_stream_sketch(SEXP map, SEXP count, SEXP more) {
  struct rows_job job = {.map = read_map(map)};
  job.table = read_table(count, more, (double)job.map.size);
  return ffi_with_host(make_sketch, &job, 1);
}

// Adds trials to their numbers from each edge on to the next, a column each with H2 first. The
// first edge is -Inf.
SEXP ffi_stream_between(SEXP edge, SEXP value, SEXP truth, SEXP count) {
  const struct cal_trials trials = ffi_trials(value, truth);
  struct cal_stairs stairs = {.edge = ffi_doubles(edge, "edge"), .n = Rf_xlength(edge)};
  ffi_check_length(count, 2 * stairs.n, "count");
  ffi_doubles(count, "count");
  double* step = ffi_scratch(stairs.n, sizeof *step);
  for (ptrdiff_t k = 0; k < stairs.n; ++k) step[k] = (double)k;
  stairs.level = step;
  const struct cal_bucket_map map = cal_bucket_map_choose(stairs.edge, stairs.n, CAL_PLAN_STAIRS);
  double* table = ffi_scratch(map.size, sizeof *table);
  cal_stairs_table(&stairs, &map, table);
  cal_stairs_count(&stairs, &map, table, &trials, REAL(count));
  return R_NilValue;
}

// The next larger double of each; Inf for itself.
SEXP ffi_next_value(SEXP value) {
  const double* v_value = ffi_doubles(value, "value");
  SEXP out = PROTECT(Rf_allocVector(REALSXP, Rf_xlength(value)));
  for (R_xlen_t i = 0; i < Rf_xlength(value); ++i) {
    REAL(out)[i] = nextafter(v_value[i], HUGE_VAL);
  }
  UNPROTECT(1);
  return out;
}

// `keep` is not known before it has been marked.
static struct cal_intervals read_intervals(SEXP map, SEXP from, SEXP to, SEXP keep) {
  struct cal_intervals all = {.map = read_map(map),
                              .from = ffi_doubles(from, "from"),
                              .to = ffi_doubles(to, "to"),
                              .n = Rf_xlength(from)};
  ffi_check_length(to, all.n, "to");
  if (keep == R_NilValue) return all;
  if (TYPEOF(keep) != RAWSXP) Rf_error("internal error: `keep` must be raw");
  ffi_check_length(keep, all.map.size, "keep");
  all.keep = RAW_RO(keep);
  return all;
}

// Flags of the buckets that intervals touch.
SEXP ffi_stream_mark(SEXP map, SEXP from, SEXP to) {
  const struct cal_intervals intervals = read_intervals(map, from, to, R_NilValue);
  SEXP keep = PROTECT(Rf_allocVector(RAWSXP, intervals.map.size));
  cal_intervals_mark(&intervals, RAW(keep));
  UNPROTECT(1);
  return keep;
}

struct take_job {
  struct cal_intervals intervals;
  struct cal_trials trials;
};

static SEXP take(struct cal_host* host, const void* input) {
  const struct take_job* job = input;
  const struct cal_counted counted = cal_intervals_counts(host, &job->intervals, &job->trials);
  return counted_to_list(&counted);
}

// The counts of the trials in the intervals.
SEXP ffi_stream_take(SEXP map, SEXP from, SEXP to, SEXP keep, SEXP value, SEXP truth) {
  const struct take_job job = {read_intervals(map, from, to, keep), ffi_trials(value, truth)};
  return ffi_with_host(take, &job, 1);
}

SEXP ffi_stream_shift(SEXP from, SEXP to, SEXP bits) {
  const R_xlen_t n = Rf_xlength(from);
  const double *v_from = ffi_doubles(from, "from"), *v_to = ffi_doubles(to, "to");
  ffi_check_length(to, n, "to");
  SEXP shift = PROTECT(Rf_allocVector(INTSXP, n));
  for (R_xlen_t i = 0; i < n; ++i) {
    INTEGER(shift)[i] = cal_interval_shift(v_from[i], v_to[i], Rf_asInteger(bits));
  }
  UNPROTECT(1);
  return shift;
}

static double n_cells(const struct cal_intervals* intervals, int bits) {
  return 2 * (double)intervals->n * (double)(1 << bits);
}

// Adds trials to the counts of the parts of intervals.
SEXP ffi_stream_split(SEXP map, SEXP from, SEXP to, SEXP keep, SEXP cut, SEXP value, SEXP truth,
                      SEXP count) {
  const struct cal_intervals intervals = read_intervals(map, from, to, keep);
  const struct cal_trials trials = ffi_trials(value, truth);
  const int bits = (int)ffi_field_number(cut, "bits");
  cal_intervals_count(&intervals, ffi_field_integers(cut, "shift", intervals.n), bits, &trials,
                      read_counts(count, n_cells(&intervals, bits)));
  return R_NilValue;
}

// The parts that are not empty; `more` as above.
SEXP ffi_stream_parts(SEXP map, SEXP from, SEXP to, SEXP cut, SEXP count, SEXP more) {
  const struct cal_intervals intervals = read_intervals(map, from, to, R_NilValue);
  const int bits = (int)ffi_field_number(cut, "bits");
  const int* v_shift = ffi_field_integers(cut, "shift", intervals.n);
  const struct cal_table table = read_table(count, more, n_cells(&intervals, bits) / 2);
  struct cal_stretches parts;
  SEXP out = PROTECT(new_stretches(cal_table_filled(&table), &parts));
  cal_stretches_parts(&intervals, v_shift, bits, &table, &parts);
  UNPROTECT(1);
  return out;
}

static const struct cal_moment_bins bins = {1, -CAL_TAIL_NATS, CAL_TAIL_NATS};

// Three rooms in vectors of doubles: moments, what waits to be added to them, and the tails.
static const char* const room_names[] = {"moments", "batch", "tails", ""};

static R_xlen_t room_length(int i) {
  const size_t n = (size_t)cal_moment_bins_size(&bins) + 1;
  const size_t size[] = {n * sizeof(struct cal_moments), n * sizeof(struct cal_moment_batch),
                         sizeof(struct cal_tails)};
  return (R_xlen_t)(size[i] / sizeof(double));
}

// All of them empty.
SEXP ffi_stream_moments(void) {
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char**)(void*)room_names));
  for (int i = 0; i < 3; ++i) {
    double* room = ffi_new_doubles(out, i, room_length(i));
    memset(room, 0, sizeof *room * (size_t)room_length(i));
  }
  UNPROTECT(1);
  return out;
}

static void* room_in(SEXP sums, int i) {
  ffi_field_doubles(sums, room_names[i], room_length(i));
  return REAL(ffi_field(sums, room_names[i]));
}

struct sum_job {
  struct cal_sample sample;
  double factor;
  SEXP sums;
};

static SEXP add_sums(struct cal_host* host, const void* input) {
  const struct sum_job* job = input;
  struct cal_moment_bins scaled = bins;
  const struct cal_trials trials = cal_sample_logs(host, &job->sample, &scaled.unit);
  scaled.unit *= job->factor;
  cal_moments_add(&scaled, &trials, room_in(job->sums, 0), room_in(job->sums, 1));
  cal_tails_add(&trials, scaled.unit, room_in(job->sums, 2));
  return R_NilValue;
}

// Adds trials to the sums of which points are made, as if all LLRs were multiplied by a factor.
SEXP ffi_stream_sum(SEXP value, SEXP truth, SEXP unit, SEXP factor, SEXP sums) {
  ffi_check_length(unit, 1, "unit");
  ffi_check_length(factor, 1, "factor");
  const struct sum_job job = {
      {.trials = ffi_trials(value, truth), .unit = ffi_doubles(unit, "unit")[0]},
      ffi_doubles(factor, "factor")[0],
      sums};
  return ffi_with_host(add_sums, &job, 1);
}

static SEXP make_points(struct cal_host* host, const void* input) {
  SEXP sums = (SEXP)input;
  struct cal_moments* moments = room_in(sums, 0);
  cal_moments_finish(&bins, moments, room_in(sums, 1));
  const struct cal_points points = cal_moment_points(host, &bins, moments, room_in(sums, 2));
  return points_to_list(&points);
}

// Points with the cross-entropy of all trials that were added, not yet thinned out; without totals.
SEXP ffi_stream_points(SEXP sums) { return ffi_with_host(make_points, sums, 1); }
