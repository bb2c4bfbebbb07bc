#include "ffi-blocks.h"
#include "ffi.h"
#include "kernels/counts.h"
#include "kernels/pav-unsorted.h"
#include "kernels/sort.h"

// What the steps hand on to each other. All of it is gone when the call returns.
struct work {
  struct cal_trials trials;
  struct cal_buckets buckets;
  uint32_t* count;
  uint8_t* keep;
  struct cal_kept kept;
};

static void* scratch(ptrdiff_t n, size_t size) {
  return R_alloc((size_t)(n > 0 ? n : 1), (int)size);
}

static void prune(struct work* work) {
  const ptrdiff_t n_buckets = cal_buckets_size(&work->buckets);
  work->count = scratch(2 * n_buckets, sizeof *work->count);
  cal_buckets_count(&work->buckets, &work->trials, work->count);

  R_CheckUserInterrupt();
  work->keep = scratch(n_buckets, sizeof *work->keep);
  struct cal_block* blocks =
      scratch(cal_pav_capacity(n_buckets, (double)work->trials.n), sizeof *blocks);
  work->kept = cal_buckets_prune(&work->buckets, work->count, blocks, work->keep);
}

static struct cal_kept_values sort_kept(const struct work* work) {
  const struct cal_kept n = work->kept;
  uint64_t* key_h1 = scratch(n.n_h1, sizeof *key_h1);
  uint64_t* key_h2 = scratch(n.n_h2, sizeof *key_h2);
  uint64_t* room = scratch(n.n_h1 > n.n_h2 ? n.n_h1 : n.n_h2, sizeof *room);
  uint32_t* place = scratch(2 * cal_buckets_size(&work->buckets), sizeof *place);
  cal_buckets_sort(&work->buckets, &work->trials, work->count, work->keep, place, key_h1, key_h2,
                   room);

  const struct cal_sorted h1 = {.key = key_h1, .n = n.n_h1}, h2 = {.key = key_h2, .n = n.n_h2};
  const ptrdiff_t size = cal_counts_size(h1, h2);
  double* value = scratch(size, sizeof *value);
  double* n_h1 = scratch(size, sizeof *n_h1);
  double* n_h2 = scratch(size, sizeof *n_h2);
  cal_counts(h1, h2, value, n_h1, n_h2);
  return (struct cal_kept_values){value, n_h1, n_h2, size};
}

// NULL where so many trials would have to be sorted that sorting all of them costs no more.
SEXP ffi_pav_unsorted(SEXP value, SEXP truth) {
  if (TYPEOF(truth) != LGLSXP) Rf_error("internal error: `truth` must be logical");
  struct work work = {.trials = {.value = ffi_doubles(value, "value"),
                                 .truth = LOGICAL_RO(truth),
                                 .n = Rf_xlength(value)}};
  if (work.trials.n > INT32_MAX) return R_NilValue;

  work.buckets = cal_buckets_choose(&work.trials);
  prune(&work);
  if (work.kept.n_h1 + work.kept.n_h2 > work.trials.n / 4) return R_NilValue;

  R_CheckUserInterrupt();
  const struct cal_kept_values values = sort_kept(&work);
  struct cal_block* blocks =
      scratch(cal_pav_capacity(work.trials.n, (double)work.trials.n), sizeof *blocks);
  const ptrdiff_t n_blocks = cal_pav_kept(&work.buckets, work.count, work.keep, &values, blocks);
  return ffi_blocks(blocks, n_blocks, values.value);
}
