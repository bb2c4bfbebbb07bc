// Trials that go by in chunks. What has been found of those before is in vectors that R has made
// and keeps for itself (R/stream.R), and is changed in place: a table of counts has 32 MB.
#include <stdbool.h>
#include <stdint.h>

#include "ffi-fields.h"
#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/base/sort.h"
#include "kernels/cost/compress-unsorted.h"
#include "kernels/cost/tails.h"
#include "kernels/pav/count-sample.h"
#include "kernels/pav/counts.h"
#include "kernels/pav/intervals.h"
#include "kernels/pav/pav-buckets.h"
#include "kernels/pav/pav-unsorted.h"

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

static uint32_t* read_table(SEXP count, double n) {
  ffi_check_length(count, (R_xlen_t)n, "count");
  ffi_integers(count, "count");
  return (uint32_t*)(void*)INTEGER(count);
}

// Adds trials to the table of counts; and counts.
SEXP ffi_stream_count(SEXP map_, SEXP value, SEXP truth, SEXP count) {
  const struct cal_bucket_map map = read_map(map_);
  const struct cal_trials trials = ffi_trials(value, truth);
  cal_buckets_add(&map, &trials, read_table(count, 2.0 * (double)map.size));
  return R_NilValue;
}

SEXP ffi_stream_count_counts(SEXP map_, SEXP counts, SEXP count) {
  const struct cal_bucket_map map = read_map(map_);
  const struct cal_counted counted = ffi_counted(counts);
  uint32_t* table = read_table(count, 2.0 * (double)map.size);
  for (ptrdiff_t i = 0; i < counted.n; ++i) {
    const int32_t b = cal_bucket(&map, counted.value[i], map.of_bits);
    table[2 * b] += (uint32_t)counted.n_h2[i];
    table[2 * b + 1] += (uint32_t)counted.n_h1[i];
  }
  return R_NilValue;
}

// The last value before a key. Nothing has the key of -0.
static double value_before(uint64_t key) {
  const uint64_t negative_zero = ~(UINT64_C(1) << 63);
  --key;
  return cal_sort_value(key == negative_zero ? key - 1 : key);
}

struct rows {
  double *from, *to, *n_h1, *n_h2;
  int* closed;
  ptrdiff_t n;
};

static SEXP new_rows(ptrdiff_t n, struct rows* rows) {
  const char* names[] = {"value", "to", "n_h1", "n_h2", "closed", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  rows->from = ffi_new_doubles(out, 0, n);
  rows->to = ffi_new_doubles(out, 1, n);
  rows->n_h1 = ffi_new_doubles(out, 2, n);
  rows->n_h2 = ffi_new_doubles(out, 3, n);
  SET_VECTOR_ELT(out, 4, Rf_allocVector(LGLSXP, n));
  rows->closed = LOGICAL(VECTOR_ELT(out, 4));
  rows->n = 0;
  UNPROTECT(1);
  return out;
}

static void add_row(struct rows* rows, double from, double to, double n_h1, double n_h2,
                    bool closed) {
  rows->from[rows->n] = from;
  rows->to[rows->n] = to;
  rows->n_h1[rows->n] = n_h1;
  rows->n_h2[rows->n] = n_h2;
  rows->closed[rows->n++] = closed;
}

static const double* read_more(SEXP more, double n) {
  if (more == R_NilValue) return NULL;
  ffi_check_length(more, (R_xlen_t)n, "more");
  return ffi_doubles(more, "more");
}

static double number_in(const uint32_t* count, const double* more, ptrdiff_t cell) {
  return count[cell] + (more ? more[cell] : 0);
}

static bool is_empty(const uint32_t* count, const double* more, ptrdiff_t cell) {
  return number_in(count, more, cell) + number_in(count, more, cell + 1) == 0;
}

static ptrdiff_t count_filled(const uint32_t* count, const double* more, ptrdiff_t n) {
  ptrdiff_t filled = 0;
  for (ptrdiff_t b = 0; b < n; ++b) filled += !is_empty(count, more, 2 * b);
  return filled;
}

struct rows_job {
  struct cal_bucket_map map;
  const uint32_t* count;
  const double* more;
  bool close;
};

// The buckets that are not empty.
struct filled {
  int32_t* bucket;
  double *n_h1, *n_h2;
  uint8_t* keep;
  ptrdiff_t n;
};

static struct filled find_filled(struct cal_host* host, const struct rows_job* job) {
  const ptrdiff_t n = count_filled(job->count, job->more, job->map.size);
  struct filled all = {cal_room(host, n, sizeof *all.bucket), cal_room_doubles(host, n),
                       cal_room_doubles(host, n), cal_room(host, n, sizeof *all.keep), 0};
  for (ptrdiff_t b = 0; b < job->map.size; ++b) {
    if (is_empty(job->count, job->more, 2 * b)) continue;
    all.bucket[all.n] = (int32_t)b;
    all.n_h2[all.n] = number_in(job->count, job->more, 2 * b);
    all.n_h1[all.n++] = number_in(job->count, job->more, 2 * b + 1);
  }
  memset(all.keep, 1, sizeof *all.keep * (size_t)n);
  const struct cal_counted tally = {all.n_h1, all.n_h1, all.n_h2, n};
  if (job->close) cal_tally_keep(host, &tally, 0, all.keep);
  return all;
}

// Whether bucket i goes into the row of its neighbour.
static bool goes_on(const struct filled* all, ptrdiff_t i) {
  return i > 0 && !all->keep[i] && !all->keep[i - 1];
}

static SEXP make_rows(struct cal_host* host, const void* input) {
  const struct rows_job* job = input;
  const struct filled all = find_filled(host, job);
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0; i < all.n; ++i) n += !goes_on(&all, i);
  struct rows rows;
  SEXP out = PROTECT(new_rows(n, &rows));
  for (ptrdiff_t i = 0, end; i < all.n; i = end) {
    double n_h1 = all.n_h1[i], n_h2 = all.n_h2[i];
    for (end = i + 1; end < all.n && goes_on(&all, end); ++end) {
      n_h1 += all.n_h1[end];
      n_h2 += all.n_h2[end];
    }
    const uint64_t from = cal_bucket_first_key(&job->map, all.bucket[i]);
    const uint64_t behind = cal_bucket_first_key(&job->map, all.bucket[end - 1] + 1);
    add_row(&rows, cal_sort_value(from), value_before(behind), n_h1, n_h2, !all.keep[i]);
  }
  UNPROTECT(1);
  return out;
}

// The buckets that are not empty, each with its smallest and its largest possible value. `more` has
// counts that the table was relieved of, or is NULL. With `close`, neighbours that cannot bend the
// hull are one row.
SEXP ffi_stream_rows(SEXP map, SEXP count, SEXP more, SEXP close) {
  struct rows_job job = {.map = read_map(map), .close = Rf_asLogical(close) == 1};
  job.count = read_table(count, 2.0 * (double)job.map.size);
  job.more = read_more(more, 2.0 * (double)job.map.size);
  return ffi_with_host(make_rows, &job, 1);
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
  uint64_t* key[2];
  ptrdiff_t n[2];
  for (int c = 0; c < 2; ++c) key[c] = cal_room(host, job->trials.n, sizeof *key[c]);
  uint64_t* scratch = cal_room(host, job->trials.n, sizeof *scratch);
  cal_intervals_take(&job->intervals, &job->trials, key, n);
  for (int c = 0; c < 2; ++c) cal_sort(key[c], NULL, scratch, NULL, n[c]);
  const struct cal_sorted h2 = {key[CAL_H2], NULL, n[CAL_H2]}, h1 = {key[CAL_H1], NULL, n[CAL_H1]};
  const ptrdiff_t size = cal_counts_size(h1, h2);
  double* value = cal_room_doubles(host, size);
  double* n_h1 = cal_room_doubles(host, size);
  double* n_h2 = cal_room_doubles(host, size);
  cal_counts(h1, h2, value, n_h1, n_h2);
  const struct cal_counted counted = {value, n_h1, n_h2, size};
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
                      read_table(count, n_cells(&intervals, bits)));
  return R_NilValue;
}

// The parts that are not empty; `more` as above.
SEXP ffi_stream_parts(SEXP map, SEXP from, SEXP to, SEXP cut, SEXP count, SEXP more) {
  const struct cal_intervals intervals = read_intervals(map, from, to, R_NilValue);
  const int bits = (int)ffi_field_number(cut, "bits");
  const int* v_shift = ffi_field_integers(cut, "shift", intervals.n);
  const uint32_t* v_count = read_table(count, n_cells(&intervals, bits));
  const ptrdiff_t n_parts = (ptrdiff_t)1 << bits;
  const double* v_more = read_more(more, n_cells(&intervals, bits));
  struct rows rows;
  SEXP out = PROTECT(new_rows(count_filled(v_count, v_more, intervals.n * n_parts), &rows));
  for (ptrdiff_t i = 0, cell = 0; i < intervals.n; ++i) {
    const uint64_t first = cal_sort_key(intervals.from[i]), last = cal_sort_key(intervals.to[i]);
    for (ptrdiff_t p = 0; p < n_parts; ++p, cell += 2) {
      if (is_empty(v_count, v_more, cell)) continue;
      const uint64_t from_key = first + ((uint64_t)p << v_shift[i]);
      const uint64_t width = UINT64_C(1) << v_shift[i];
      const uint64_t end = last - from_key < width ? last + 1 : from_key + width;
      add_row(&rows, cal_sort_value(from_key), value_before(end),
              number_in(v_count, v_more, cell + 1), number_in(v_count, v_more, cell), false);
    }
  }
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

struct columns {
  double *llr, *n_h1, *n_h2;
  ptrdiff_t n;
};

static void append(struct columns* to, double llr, int class, double n) {
  if (n == 0) return;
  to->llr[to->n] = llr;
  to->n_h1[to->n] = class == CAL_H1 ? n : 0;
  to->n_h2[to->n++] = class == CAL_H2 ? n : 0;
}

// From -Inf inwards, or outwards to Inf.
static void append_tail(struct columns* to, const struct cal_tails* tails, int side) {
  for (int step = 0; step < 2; ++step) {
    for (int class = 0; class < 2; ++class) {
      const struct cal_tail* tail = &tails->tail[side][class];
      if (step == side) append(to, side ? HUGE_VAL : -HUGE_VAL, class, tail->n_infinite);
      if (step != side) append(to, tail->n > 0 ? cal_tail_mean(tail) : 0, class, tail->n);
    }
  }
}

static SEXP make_points(struct cal_host* host, const void* input) {
  SEXP sums = (SEXP)input;
  struct cal_moments* moments = room_in(sums, 0);
  const struct cal_tails* tails = room_in(sums, 2);
  cal_moments_finish(&bins, moments, room_in(sums, 1));
  const ptrdiff_t size = cal_moments_size(&bins, moments);
  struct columns all = {cal_room_doubles(host, size + 8), cal_room_doubles(host, size + 8),
                        cal_room_doubles(host, size + 8), 0};
  append_tail(&all, tails, 0);
  cal_moments_nodes(&bins, moments, all.llr + all.n, all.n_h1 + all.n, all.n_h2 + all.n);
  all.n += size;
  append_tail(&all, tails, 1);
  const struct cal_points points = {all.llr, all.n_h1, all.n_h2, all.n, 0, 0};
  return points_to_list(&points);
}

// Points with the cross-entropy of all trials that were added, not yet thinned out; without totals.
SEXP ffi_stream_points(SEXP sums) { return ffi_with_host(make_points, sums, 1); }
