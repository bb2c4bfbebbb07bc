#include "ffi-blocks.h"
#include "ffi-scratch.h"
#include "ffi-trials.h"
#include "kernels/pav/pav-unsorted.h"

static struct cal_buckets new_buckets(struct ffi_rooms* rooms, const struct cal_trials* trials) {
  const ptrdiff_t n = cal_buckets_number(trials->n), n_groups = n / CAL_BUCKETS_PER_GROUP;
  return (struct cal_buckets){.map = cal_bucket_map_choose(trials->value, trials->n, n),
                              .count = ffi_room(rooms, 2 * n, sizeof(uint32_t)),
                              .keep = ffi_room(rooms, n, sizeof(uint8_t)),
                              .group = ffi_room(rooms, 2 * n_groups, sizeof(uint32_t)),
                              .keep_group = ffi_room(rooms, n_groups, sizeof(uint8_t))};
}

static struct cal_block* new_blocks(struct ffi_rooms* rooms, ptrdiff_t n_values,
                                    const struct cal_trials* trials) {
  return ffi_room(rooms, cal_pav_capacity(n_values, (double)trials->n), sizeof(struct cal_block));
}

static double total_h1(const struct cal_block* blocks, ptrdiff_t n) {
  double total = 0;
  for (ptrdiff_t i = 0; i < n; ++i) total += blocks[i].n_h1;
  return total;
}

static SEXP pav_unsorted(struct ffi_rooms* rooms, const void* input) {
  const struct cal_trials trials = *(const struct cal_trials*)input;
  const struct cal_buckets buckets = new_buckets(rooms, &trials);
  cal_buckets_count(&buckets, &trials);
  R_CheckUserInterrupt();
  const ptrdiff_t size = buckets.map.size;
  struct cal_block* hull = new_blocks(rooms, size, &trials);
  const struct cal_kept n =
      cal_buckets_prune(&buckets, new_blocks(rooms, size / CAL_BUCKETS_PER_GROUP, &trials), hull);

  struct cal_kept_bucket* kept = ffi_room(rooms, n.n_buckets, sizeof *kept);
  uint64_t* key = ffi_room(rooms, n.n_trials, sizeof *key);
  const ptrdiff_t most = cal_buckets_take(&buckets, &trials, kept, key);
  R_CheckUserInterrupt();

  uint64_t* scratch = ffi_room(rooms, most, sizeof *scratch);
  double* values = ffi_room(rooms, n.n_trials, sizeof *values);
  struct cal_block* blocks = new_blocks(rooms, trials.n, &trials);
  const ptrdiff_t n_blocks = cal_pav_kept(&buckets, hull, n, kept, scratch, values, blocks);
  const double n_h1 = total_h1(blocks, n_blocks);
  return blocks_to_list(blocks, n_blocks, values, n_h1, (double)trials.n - n_h1);
}

SEXP ffi_pav_unsorted(SEXP value, SEXP truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  return ffi_with_rooms(pav_unsorted, &trials);
}
