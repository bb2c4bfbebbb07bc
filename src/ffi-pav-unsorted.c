#include "ffi-blocks.h"
#include "ffi-trials.h"
#include "kernels/counts.h"
#include "kernels/pav-unsorted.h"
#include "kernels/scan.h"
#include "kernels/sort.h"

static struct cal_buckets new_buckets(const struct cal_trials* trials) {
  struct cal_buckets buckets = {.map = cal_bucket_map_choose(trials)};
  const ptrdiff_t n = cal_buckets_size(&buckets.map), n_groups = n / CAL_BUCKETS_PER_GROUP;
  buckets.count = ffi_scratch(2 * n, sizeof *buckets.count);
  buckets.keep = ffi_scratch(n, sizeof *buckets.keep);
  buckets.group = ffi_scratch(2 * n_groups, sizeof *buckets.group);
  buckets.keep_group = ffi_scratch(n_groups, sizeof *buckets.keep_group);
  return buckets;
}

static struct cal_kept prune(const struct cal_buckets* buckets, ptrdiff_t n_trials) {
  const ptrdiff_t size = cal_buckets_size(&buckets->map);
  struct cal_block* blocks = ffi_scratch(cal_pav_capacity(size, (double)n_trials), sizeof *blocks);
  return cal_buckets_prune(buckets, blocks);
}

static struct cal_kept_values sort_kept(const struct cal_buckets* buckets,
                                        const struct cal_trials* trials, struct cal_kept n) {
  uint64_t* key_h1 = ffi_scratch(n.n_h1, sizeof *key_h1);
  uint64_t* key_h2 = ffi_scratch(n.n_h2, sizeof *key_h2);
  uint64_t* room = ffi_scratch(n.n_h1 > n.n_h2 ? n.n_h1 : n.n_h2, sizeof *room);
  cal_buckets_sort(buckets, trials, key_h1, key_h2, room);

  const struct cal_sorted h1 = {.key = key_h1, .n = n.n_h1}, h2 = {.key = key_h2, .n = n.n_h2};
  const ptrdiff_t size = cal_counts_size(h1, h2);
  double* value = ffi_scratch(size, sizeof *value);
  double* n_h1 = ffi_scratch(size, sizeof *n_h1);
  double* n_h2 = ffi_scratch(size, sizeof *n_h2);
  cal_counts(h1, h2, value, n_h1, n_h2);
  return (struct cal_kept_values){value, n_h1, n_h2, size};
}

// NULL where so many trials would have to be sorted that sorting all of them costs no more.
SEXP ffi_pav_unsorted(SEXP value, SEXP truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  if (trials.n > INT32_MAX) return R_NilValue;

  const struct cal_buckets buckets = new_buckets(&trials);
  cal_buckets_count(&buckets, &trials);
  R_CheckUserInterrupt();
  const struct cal_kept kept = prune(&buckets, trials.n);
  if (kept.n_h1 + kept.n_h2 > trials.n / 4) return R_NilValue;

  R_CheckUserInterrupt();
  const struct cal_kept_values values = sort_kept(&buckets, &trials, kept);
  struct cal_block* blocks =
      ffi_scratch(cal_pav_capacity(trials.n, (double)trials.n), sizeof *blocks);
  const ptrdiff_t n_blocks = cal_pav_kept(&buckets, &values, blocks);
  const double n_h1 = (double)cal_count_true(trials.truth, trials.n);
  return blocks_to_list(blocks, n_blocks, values.value, n_h1, (double)trials.n - n_h1);
}
