#include "kernels/cost/compress-trials.h"

#include <math.h>

#include "kernels/base/parallel.h"
#include "kernels/base/plan.h"
#include "kernels/base/sample.h"
#include "kernels/base/sort.h"
#include "kernels/cost/compress-unsorted.h"
#include "kernels/cost/compress.h"
#include "kernels/count/counts.h"
#include "kernels/count/range.h"

// Columns of equal length, filled from the front.
struct columns {
  double *llr, *n_h1, *n_h2;
  ptrdiff_t n;
};

static struct columns new_columns(struct cal_host* host, ptrdiff_t n) {
  return (struct columns){cal_scratch_doubles(host, n), cal_scratch_doubles(host, n),
                          cal_scratch_doubles(host, n), 0};
}

static void append(struct columns* to, const struct columns* from, ptrdiff_t first, ptrdiff_t end) {
  for (ptrdiff_t i = first; i < end; ++i, ++to->n) {
    to->llr[to->n] = from->llr[i];
    to->n_h1[to->n] = from->n_h1[i];
    to->n_h2[to->n] = from->n_h2[i];
  }
}

static struct cal_moment_bins bins_over(const double range[2], double unit) {
  const double most = CAL_PLAN_MOST_NATS;
  const double low = fmin(fmax(floor(range[0] * unit), -most), most - 1);
  const double high = fmax(fmin(floor(range[1] * unit) + 1, most), low + 1);
  return (struct cal_moment_bins){.unit = unit, .low = (int)low, .high = (int)high};
}

// Every part of the trials has moments of its own.
struct moment_work {
  struct cal_moment_bins bins;
  struct cal_moments* moments;
  struct cal_moment_batch* batch;
  ptrdiff_t n_rows;
};

static void add_piece(void* data, ptrdiff_t part, const struct cal_trials* piece) {
  struct moment_work* work = data;
  cal_moments_add(&work->bins, piece, work->moments + part * work->n_rows,
                  work->batch + part * work->n_rows);
}

static void merge_parts(struct moment_work* work, ptrdiff_t n_parts) {
  for (ptrdiff_t part = 0; part < n_parts; ++part) {
    struct cal_moments* moments = work->moments + part * work->n_rows;
    cal_moments_finish(&work->bins, moments, work->batch + part * work->n_rows);
    if (part > 0) cal_moments_merge(&work->bins, work->moments, moments);
  }
}

static struct cal_moments* sum_moments(struct cal_host* host, const struct cal_moment_bins* bins,
                                       const struct cal_trials* trials) {
  const ptrdiff_t n_parts = cal_parts(trials->n), n_rows = cal_moment_bins_size(bins) + 1;
  struct moment_work work = {*bins, cal_scratch(host, n_parts * n_rows, sizeof *work.moments),
                             cal_scratch(host, n_parts * n_rows, sizeof *work.batch), n_rows};
  for (ptrdiff_t part = 0; part < n_parts; ++part) {
    cal_moments_clear(bins, work.moments + part * n_rows, work.batch + part * n_rows);
  }
  cal_each_piece(host, trials, n_parts, add_piece, &work);
  merge_parts(&work, n_parts);
  return work.moments;
}

static struct columns inner_nodes(struct cal_host* host, const struct cal_moment_bins* bins,
                                  const struct cal_trials* trials) {
  const struct cal_moments* moments = sum_moments(host, bins, trials);
  struct columns nodes = new_columns(host, cal_moments_size(bins, moments));
  nodes.n = cal_moments_size(bins, moments);
  cal_moments_nodes(bins, moments, nodes.llr, nodes.n_h1, nodes.n_h2);
  return nodes;
}

static struct columns outer_counts(struct cal_host* host, const struct cal_moment_bins* bins,
                                   const struct cal_trials* trials, const ptrdiff_t n[2]) {
  uint64_t* key[2];
  for (int c = 0; c < 2; ++c) key[c] = cal_scratch(host, n[c], sizeof *key[c]);
  uint64_t* spare = cal_scratch(host, n[0] > n[1] ? n[0] : n[1], sizeof *spare);
  if (n[0] + n[1] > 0) cal_outside_keys(bins, trials, key[CAL_H1], key[CAL_H2]);
  for (int c = 0; c < 2; ++c) cal_sort(key[c], NULL, spare, NULL, n[c]);

  const struct cal_sorted h1 = {.key = key[CAL_H1], .n = n[CAL_H1]};
  const struct cal_sorted h2 = {.key = key[CAL_H2], .n = n[CAL_H2]};
  struct columns counts = new_columns(host, cal_counts_size(h1, h2));
  counts.n = cal_counts_size(h1, h2);
  cal_counts(h1, h2, counts.llr, counts.n_h1, counts.n_h2);
  return counts;
}

static struct cal_points thin_out(struct cal_host* host, const struct columns* points) {
  const struct cal_scaled scaled = {points->llr, 1, points->n_h1, points->n_h2, points->n};
  const ptrdiff_t size = cal_compress_size(&scaled);
  const struct columns few = new_columns(host, size);
  cal_compress(&scaled, few.llr, few.n_h1, few.n_h2);
  return (struct cal_points){.llr = few.llr, .n_h1 = few.n_h1, .n_h2 = few.n_h2, .n = size};
}

bool cal_compress_trials(struct cal_host* host, const struct cal_trials* trials, double unit,
                         const double range[2], struct cal_points* points) {
  const struct cal_moment_bins bins = bins_over(range, unit);
  ptrdiff_t n_outside[2] = {0, 0};
  if (!(range[0] * unit >= bins.low && range[1] * unit < bins.high)) {
    cal_outside_count(&bins, trials, n_outside);
  }
  if (n_outside[0] + n_outside[1] > trials->n / CAL_PLAN_OUTSIDE_PART) return false;

  const struct columns nodes = inner_nodes(host, &bins, trials);
  cal_pulse(host);
  const struct columns counts = outer_counts(host, &bins, trials, n_outside);
  ptrdiff_t n_low = 0;
  while (n_low < counts.n && counts.llr[n_low] < bins.low) ++n_low;

  struct columns all = new_columns(host, nodes.n + counts.n);
  append(&all, &counts, 0, n_low);
  append(&all, &nodes, 0, nodes.n);
  append(&all, &counts, n_low, counts.n);
  *points = thin_out(host, &all);
  const double n_h1 = (double)cal_count_true(trials->truth, trials->n);
  points->total_h1 = n_h1;
  points->total_h2 = (double)trials->n - n_h1;
  return true;
}
