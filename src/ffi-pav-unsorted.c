#include "ffi-blocks.h"
#include "ffi-host.h"
#include "ffi-trials.h"
#include "kernels/pav/pav-unsorted.h"

static struct cal_buckets new_buckets(struct cal_host* host, const struct cal_trials* trials) {
  const ptrdiff_t n = cal_buckets_number(trials->n), n_groups = n / CAL_BUCKETS_PER_GROUP;
  return (struct cal_buckets){.map = cal_bucket_map_choose(trials->value, trials->n, n),
                              .count = cal_room(host, 2 * n, sizeof(uint32_t)),
                              .keep = cal_room(host, n, sizeof(uint8_t)),
                              .group = cal_room(host, 2 * n_groups, sizeof(uint32_t)),
                              .keep_group = cal_room(host, n_groups, sizeof(uint8_t))};
}

static struct cal_block* new_blocks(struct cal_host* host, ptrdiff_t n_values,
                                    const struct cal_trials* trials) {
  return cal_room(host, cal_pav_capacity(n_values, (double)trials->n), sizeof(struct cal_block));
}

static double total_h1(const struct cal_block* blocks, ptrdiff_t n) {
  double total = 0;
  for (ptrdiff_t i = 0; i < n; ++i) total += blocks[i].n_h1;
  return total;
}

static SEXP pav_unsorted(struct cal_host* host, const void* input) {
  const struct cal_trials trials = *(const struct cal_trials*)input;
  const struct cal_buckets buckets = new_buckets(host, &trials);
  cal_buckets_count(&buckets, &trials);
  cal_pulse(host);
  const ptrdiff_t size = buckets.map.size;
  struct cal_block* hull = new_blocks(host, size, &trials);
  const struct cal_kept n =
      cal_buckets_prune(&buckets, new_blocks(host, size / CAL_BUCKETS_PER_GROUP, &trials), hull);

  struct cal_kept_bucket* kept = cal_room(host, n.n_buckets, sizeof *kept);
  uint64_t* key = cal_room(host, n.n_trials, sizeof *key);
  const ptrdiff_t most = cal_buckets_take(&buckets, &trials, kept, key);
  cal_pulse(host);

  uint64_t* scratch = cal_room(host, most, sizeof *scratch);
  double* values = cal_room(host, n.n_trials, sizeof *values);
  struct cal_block* blocks = new_blocks(host, trials.n, &trials);
  const ptrdiff_t n_blocks = cal_pav_kept(&buckets, hull, n, kept, scratch, values, blocks);
  const double n_h1 = total_h1(blocks, n_blocks);
  return blocks_to_list(blocks, n_blocks, values, n_h1, (double)trials.n - n_h1);
}

SEXP ffi_pav_unsorted(SEXP value, SEXP truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  return ffi_with_host(pav_unsorted, &trials, 1);
}
