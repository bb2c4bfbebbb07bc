#include <math.h>

#include "ffi-trials.h"
#include "kernels/base/parallel.h"
#include "kernels/base/range.h"
#include "kernels/base/sort.h"
#include "kernels/cost/compress-unsorted.h"
#include "kernels/cost/compress.h"
#include "kernels/pav/counts.h"

// Where the bins end: wide enough for nearly all LRs in the world, and a small table.
enum { MAX_NATS = 128 };

// Columns of equal length, filled from the front.
struct columns {
  double *llr, *n_h1, *n_h2;
  ptrdiff_t n;
};

static struct columns new_columns(ptrdiff_t n) {
  return (struct columns){ffi_scratch(n, sizeof(double)), ffi_scratch(n, sizeof(double)),
                          ffi_scratch(n, sizeof(double)), 0};
}

static void append(struct columns* to, const struct columns* from, ptrdiff_t first, ptrdiff_t end) {
  for (ptrdiff_t i = first; i < end; ++i, ++to->n) {
    to->llr[to->n] = from->llr[i];
    to->n_h1[to->n] = from->n_h1[i];
    to->n_h2[to->n] = from->n_h2[i];
  }
}

static struct cal_moment_bins bins_over(const double range[2], double unit) {
  const double low = fmin(fmax(floor(range[0] * unit), -MAX_NATS), MAX_NATS - 1);
  const double high = fmax(fmin(floor(range[1] * unit) + 1, MAX_NATS), low + 1);
  return (struct cal_moment_bins){.unit = unit, .low = (int)low, .high = (int)high};
}

// Every part of the trials has moments of its own.
struct moment_work {
  struct cal_moment_bins bins;
  struct cal_trials trials;
  struct cal_moments* moments;
  struct cal_moment_batch* batch;
  ptrdiff_t n_rows, n_parts, done;
};

// Adds the next piece of a part.
static void add_piece(void* data, ptrdiff_t part) {
  struct moment_work* work = data;
  const struct cal_trials piece = ffi_part_piece(&work->trials, work->n_parts, part, work->done);
  cal_moments_add(&work->bins, &piece, work->moments + part * work->n_rows,
                  work->batch + part * work->n_rows);
}

static void merge_parts(struct moment_work* work) {
  for (ptrdiff_t part = 0; part < work->n_parts; ++part) {
    struct cal_moments* moments = work->moments + part * work->n_rows;
    cal_moments_finish(&work->bins, moments, work->batch + part * work->n_rows);
    if (part > 0) cal_moments_merge(&work->bins, work->moments, moments);
  }
}

static struct cal_moments* sum_moments(const struct cal_moment_bins* bins,
                                       const struct cal_trials* trials, int n_threads) {
  struct moment_work work = {.bins = *bins,
                             .trials = *trials,
                             .n_rows = cal_moment_bins_size(bins) + 1,
                             .n_parts = cal_parts(trials->n)};
  work.moments = ffi_scratch(work.n_parts * work.n_rows, sizeof *work.moments);
  work.batch = ffi_scratch(work.n_parts * work.n_rows, sizeof *work.batch);
  for (ptrdiff_t part = 0; part < work.n_parts; ++part) {
    cal_moments_clear(bins, work.moments + part * work.n_rows, work.batch + part * work.n_rows);
  }
  for (; work.done <= trials->n / work.n_parts; work.done += FFI_PIECE) {
    R_CheckUserInterrupt();
    cal_parallel(add_piece, &work, work.n_parts, n_threads);
  }
  merge_parts(&work);
  return work.moments;
}

static struct columns inner_nodes(const struct cal_moment_bins* bins,
                                  const struct cal_trials* trials, int n_threads) {
  const struct cal_moments* moments = sum_moments(bins, trials, n_threads);
  struct columns nodes = new_columns(cal_moments_size(bins, moments));
  nodes.n = cal_moments_size(bins, moments);
  cal_moments_nodes(bins, moments, nodes.llr, nodes.n_h1, nodes.n_h2);
  return nodes;
}

static struct columns outer_counts(const struct cal_moment_bins* bins,
                                   const struct cal_trials* trials, const ptrdiff_t n[2]) {
  uint64_t* key[2] = {ffi_scratch(n[0], sizeof(uint64_t)), ffi_scratch(n[1], sizeof(uint64_t))};
  uint64_t* room = ffi_scratch(n[0] > n[1] ? n[0] : n[1], sizeof *room);
  if (n[0] + n[1] > 0) cal_outside_keys(bins, trials, key[1], key[0]);
  for (int class = 0; class < 2; ++class) cal_sort(key[class], NULL, room, NULL, n[class]);

  const struct cal_sorted h1 = {.key = key[1], .n = n[1]}, h2 = {.key = key[0], .n = n[0]};
  struct columns counts = new_columns(cal_counts_size(h1, h2));
  counts.n = cal_counts_size(h1, h2);
  cal_counts(h1, h2, counts.llr, counts.n_h1, counts.n_h2);
  return counts;
}

static SEXP compressed(const struct columns* points, double total_h1, double total_h2) {
  const struct cal_scaled scaled = {points->llr, 1, points->n_h1, points->n_h2, points->n};
  const ptrdiff_t size = cal_compress_size(&scaled);
  const char* names[] = {"llr", "n_h1", "n_h2", "totals", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double* v_llr = ffi_new_doubles(out, 0, size);
  double* v_n_h1 = ffi_new_doubles(out, 1, size);
  double* v_n_h2 = ffi_new_doubles(out, 2, size);
  double* v_totals = ffi_new_doubles(out, 3, 2);
  cal_compress(&scaled, v_llr, v_n_h1, v_n_h2);
  v_totals[0] = total_h1;
  v_totals[1] = total_h2;

  UNPROTECT(1);
  return out;
}

// `range` holds the smallest and the largest value. NULL where so many LLRs are extreme that
// sorting all of them costs no more.
SEXP ffi_compress_unsorted(SEXP value, SEXP truth, SEXP unit, SEXP range, SEXP threads) {
  const struct cal_trials trials = ffi_trials(value, truth);
  const double *v_range = ffi_doubles(range, "range"), *v_unit = ffi_doubles(unit, "unit");
  const struct cal_moment_bins bins = bins_over(v_range, v_unit[0]);
  ptrdiff_t n_outside[2] = {0};
  if (!(v_range[0] * v_unit[0] >= bins.low && v_range[1] * v_unit[0] < bins.high)) {
    cal_outside_count(&bins, &trials, n_outside);
  }
  if (n_outside[0] + n_outside[1] > trials.n / 8) return R_NilValue;

  const struct columns nodes = inner_nodes(&bins, &trials, Rf_asInteger(threads));
  R_CheckUserInterrupt();
  const struct columns counts = outer_counts(&bins, &trials, n_outside);
  ptrdiff_t n_low = 0;
  while (n_low < counts.n && counts.llr[n_low] < bins.low) ++n_low;

  struct columns points = new_columns(nodes.n + counts.n);
  append(&points, &counts, 0, n_low);
  append(&points, &nodes, 0, nodes.n);
  append(&points, &counts, n_low, counts.n);
  const double n_h1 = (double)cal_count_true(trials.truth, trials.n);
  return compressed(&points, n_h1, (double)trials.n - n_h1);
}
