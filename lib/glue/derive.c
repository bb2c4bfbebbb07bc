// Quantities derived from the trials of a set, each once.
#include <stdlib.h>

#include "kernels/cost/reduce.h"
#include "kernels/count/count-sample.h"
#include "kernels/pav/blocks.h"
#include "scale.h"
#include "set.h"

static enum calibrant_status finish(bool kept, struct calibrant_error* error) {
  return kept ? CALIBRANT_OK : fail(error, CALIBRANT_MEMORY, "There is no memory left.");
}

// Results are copied out of scratch memory within the job; `kept` says whether the copy succeeded.
struct derivation {
  struct calibrant_set* set;
  bool kept;
};

static enum calibrant_status derive(void (*job)(struct cal_host* host, void* task),
                                    struct calibrant_set* set, struct calibrant_error* error) {
  struct derivation task = {set, true};
  const enum calibrant_status status = run_job(job, &task, set->n_threads, error);
  return status == CALIBRANT_OK ? finish(task.kept, error) : status;
}

// Keeps counts that are a by-product.
static void learn_counts(struct derivation* task, const struct cal_counted* found) {
  if (found->n > 0 && !task->set->counted.value) {
    task->kept = task->kept && keep_counts(found, &task->set->counted);
  }
}

static const struct cal_counted* known_counts(const struct calibrant_set* set) {
  return set->counted.value ? &set->counted : NULL;
}

static void count(struct cal_host* host, void* data) {
  struct derivation* task = data;
  const struct cal_counted found = cal_count_sample(host, &task->set->sample);
  learn_counts(task, &found);
}

enum calibrant_status need_counts(struct calibrant_set* set, struct calibrant_error* error) {
  return set->counted.value ? CALIBRANT_OK : derive(count, set, error);
}

enum calibrant_status need_axis(struct calibrant_set* set, struct calibrant_error* error) {
  const enum calibrant_status status = need_counts(set, error);
  if (status != CALIBRANT_OK || set->axis) return status;
  set->axis = copy_doubles(set->counted.value, set->counted.n);
  if (set->axis) to_axis(set->axis, set->counted.n, set->scale, set->axis);
  return finish(set->axis, error);
}

static bool keep_blocks(const struct cal_partition* found, enum calibrant_scale scale,
                        struct block_table* kept) {
  double** const column[] = {&kept->min, &kept->max,      &kept->n_h1,     &kept->n_h2,
                             &kept->llr, &kept->axis_min, &kept->axis_max, &kept->log10_lr};
  bool has_memory = true;
  for (int k = 0; k < 8; ++k) {
    *column[k] = malloc((size_t)found->n * sizeof(double));
    has_memory = has_memory && *column[k];
  }
  if (!has_memory) {
    for (int k = 0; k < 8; ++k) free(*column[k]);
    *kept = (struct block_table){0};
    return false;
  }
  for (ptrdiff_t i = 0; i < found->n; ++i) {
    const struct cal_block block = found->blocks[i];
    kept->min[i] = found->value[block.first];
    kept->max[i] = found->value[block.last];
    kept->n_h1[i] = block.n_h1;
    kept->n_h2[i] = block.n_h2;
    kept->llr[i] = cal_block_llr(block, found->total_h1, found->total_h2);
  }
  kept->n = found->n;
  to_axis(kept->min, kept->n, scale, kept->axis_min);
  to_axis(kept->max, kept->n, scale, kept->axis_max);
  calibrant_convert(kept->llr, kept->n, CALIBRANT_LN, CALIBRANT_LOG10, kept->log10_lr);
  return true;
}

static void find_blocks(struct cal_host* host, void* data) {
  struct derivation* task = data;
  struct calibrant_set* set = task->set;
  const struct cal_counted* known = known_counts(set);
  const struct cal_partition found =
      known ? cal_blocks_of_counts(host, known) : cal_blocks(host, &set->sample);
  task->kept = keep_blocks(&found, set->scale, &set->blocks);
  if (!known) learn_counts(task, &found.counted);
}

enum calibrant_status need_blocks(struct calibrant_set* set, struct calibrant_error* error) {
  return set->blocks.min ? CALIBRANT_OK : derive(find_blocks, set, error);
}

static void learn_points(struct derivation* task, const struct cal_points* found) {
  if (found->n == 0 || task->set->points.llr) return;
  const struct cal_counted columns = {found->llr, found->n_h1, found->n_h2, found->n};
  struct cal_counted kept;
  task->kept = task->kept && keep_counts(&columns, &kept);
  if (!task->kept) return;
  task->set->points = (struct cal_points){kept.value, kept.n_h1,       kept.n_h2,
                                          kept.n,     found->total_h1, found->total_h2};
}

static void reduce(struct cal_host* host, void* data) {
  struct derivation* task = data;
  struct calibrant_set* set = task->set;
  const struct cal_reduced found = cal_reduce(host, &set->sample, set->range, known_counts(set));
  learn_points(task, &found.points);
  learn_counts(task, &found.counted);
}

enum calibrant_status need_points(struct calibrant_set* set, struct calibrant_error* error) {
  return set->points.llr ? CALIBRANT_OK : derive(reduce, set, error);
}

static void find_costs(struct cal_host* host, void* data) {
  struct derivation* task = data;
  struct calibrant_set* set = task->set;
  const struct cal_reduced found = cal_mean_costs(host, &set->sample, set->range, known_counts(set),
                                                  &set->costs[CAL_H1], &set->costs[CAL_H2]);
  learn_points(task, &found.points);
  learn_counts(task, &found.counted);
  set->has_costs = true;
}

enum calibrant_status need_costs(struct calibrant_set* set, struct calibrant_error* error) {
  return set->has_costs ? CALIBRANT_OK : derive(find_costs, set, error);
}
