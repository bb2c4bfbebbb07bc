#include <math.h>

#include "kernels/count/count-sample.h"
#include "kernels/count/stairs.h"
#include "set.h"

enum calibrant_status calibrant_pav(struct calibrant_set* set, struct calibrant_blocks* blocks,
                                    struct calibrant_error* error) {
  const enum calibrant_status status = need_blocks(set, error);
  if (status != CALIBRANT_OK) return status;
  const struct block_table* found = &set->blocks;
  *blocks = (struct calibrant_blocks){found->n,    found->axis_min, found->axis_max,
                                      found->n_h1, found->n_h2,     found->log10_lr};
  return status;
}

enum calibrant_status calibrant_counted(struct calibrant_set* set, struct calibrant_counts* counts,
                                        struct calibrant_error* error) {
  const enum calibrant_status status = need_axis(set, error);
  if (status != CALIBRANT_OK) return status;
  const struct cal_counted* found = &set->counted;
  *counts = (struct calibrant_counts){found->n, set->axis, found->n_h1, found->n_h2};
  return status;
}

struct curve_task {
  const struct calibrant_set* set;
  double *p_miss, *p_fa;
};

static void find_corners(struct cal_host* host, void* data) {
  const struct curve_task* task = data;
  cal_roc_corners(host, groups_of(task->set, 0), task->p_miss, task->p_fa);
}

static void mark_corners(const struct calibrant_set* set, double* threshold, int* hull) {
  const struct cal_counted* counted = &set->counted;
  const ptrdiff_t n = counted->n;
  ptrdiff_t block = 0;
  for (ptrdiff_t i = 0; i <= n; ++i) threshold[i] = threshold_of_corner(set, i);
  hull[0] = 1;
  for (ptrdiff_t i = 0; i < n; ++i) {
    hull[i + 1] = counted->value[i] == set->blocks.max[block];
    block += hull[i + 1];
  }
}

enum calibrant_status calibrant_det_curve(struct calibrant_set* set, double* threshold,
                                          double* p_miss, double* p_fa, int* hull,
                                          struct calibrant_error* error) {
  enum calibrant_status status = need_counts(set, error);
  if (status == CALIBRANT_OK) status = need_blocks(set, error);
  if (status != CALIBRANT_OK) return status;
  mark_corners(set, threshold, hull);
  struct curve_task task = {set, p_miss, p_fa};
  return run_job(find_corners, &task, set->n_threads, error);
}

struct levels_task {
  const struct calibrant_set* set;
  double* out;
};

static void find_levels(struct cal_host* host, void* data) {
  const struct levels_task* task = data;
  const struct block_table* blocks = &task->set->blocks;
  const struct cal_trials* trials = &task->set->sample.trials;
  const struct cal_stairs stairs = {blocks->min, blocks->log10_lr, blocks->n};
  cal_stairs_find(host, &stairs, trials->value, trials->n, task->out);
}

enum calibrant_status calibrant_pav_lr(struct calibrant_set* set, double* log10_lr,
                                       struct calibrant_error* error) {
  const enum calibrant_status status = need_blocks(set, error);
  struct levels_task task = {set, log10_lr};
  return status == CALIBRANT_OK ? run_job(find_levels, &task, set->n_threads, error) : status;
}

struct tally_task {
  struct calibrant_set* set;
  double width;
  bool kept;
};

static void find_cells(struct cal_host* host, void* data) {
  struct tally_task* task = data;
  struct cal_sample sample = task->set->sample;
  double* cell = cal_scratch_doubles(host, sample.trials.n);
  for (ptrdiff_t i = 0; i < sample.trials.n; ++i) {
    cell[i] = floor(sample.trials.value[i] / task->width);
  }
  sample.trials.value = cell;
  const struct cal_counted found = cal_count_sample(host, &sample);
  task->kept = keep_counts(&found, &task->set->cells);
}

enum calibrant_status calibrant_tally(struct calibrant_set* set, double width,
                                      struct calibrant_counts* cells,
                                      struct calibrant_error* error) {
  int exponent;
  if (!(width > 0) || !isfinite(width) || frexp(width, &exponent) != 0.5) {
    return fail(error, CALIBRANT_INPUT, "The width of a cell must be a power of 2: it is %g.",
                width);
  }
  if (set->sample.weight || set->scale == CALIBRANT_LR) {
    return fail(error, CALIBRANT_INPUT,
                "A tally is of log LRs or of scores, whose trials have no weights.");
  }
  struct tally_task task = {set, width, true};
  drop_counts(&set->cells);
  const enum calibrant_status status = run_job(find_cells, &task, set->n_threads, error);
  if (status != CALIBRANT_OK) return status;
  if (!task.kept) return fail(error, CALIBRANT_MEMORY, "There is no memory left.");
  const struct cal_counted* found = &set->cells;
  *cells = (struct calibrant_counts){found->n, found->value, found->n_h1, found->n_h2};
  return status;
}
