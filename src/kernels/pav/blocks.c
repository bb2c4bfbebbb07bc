#include "kernels/pav/blocks.h"

#include "kernels/base/plan.h"
#include "kernels/count/count-sample.h"
#include "kernels/pav/pav-unsorted.h"

// Like `cal_pav()`, with regular pulses.
static ptrdiff_t pool(struct cal_host* host, const struct cal_counted* counted,
                      struct cal_block* blocks, ptrdiff_t capacity) {
  ptrdiff_t n = 0;
  for (ptrdiff_t first = 0, next; first < counted->n && n >= 0; first = next) {
    cal_pulse(host);
    next = counted->n - first > CAL_PLAN_PIECE ? first + CAL_PLAN_PIECE : counted->n;
    n = cal_pav_extend(counted->n_h1, counted->n_h2, first, next - 1, blocks, n, capacity);
  }
  return n;
}

struct cal_partition cal_blocks_of_counts(struct cal_host* host,
                                          const struct cal_counted* counted) {
  struct cal_partition out = {.value = counted->value, .counted = *counted};
  cal_counted_totals(counted, &out.total_h1, &out.total_h2);
  const ptrdiff_t capacity = cal_pav_capacity(counted->n, out.total_h1 + out.total_h2);
  struct cal_block* blocks = cal_scratch(host, capacity, sizeof *blocks);
  out.n = pool(host, counted, blocks, capacity);
  if (out.n < 0) {
    // Reached only with weights that are not whole numbers.
    blocks = cal_scratch(host, counted->n, sizeof *blocks);
    out.n = pool(host, counted, blocks, counted->n);
  }
  out.blocks = blocks;
  return out;
}

static struct cal_partition blocks_unsorted(struct cal_host* host,
                                            const struct cal_trials* trials) {
  struct cal_partition out = {.n = 0};
  out.n = cal_pav_unsorted(host, trials, &out.blocks, &out.value);
  for (ptrdiff_t i = 0; i < out.n; ++i) out.total_h1 += out.blocks[i].n_h1;
  out.total_h2 = (double)trials->n - out.total_h1;
  return out;
}

struct cal_partition cal_blocks(struct cal_host* host, const struct cal_sample* sample) {
  const ptrdiff_t n = sample->trials.n;
  if (!sample->weight && n > CAL_PLAN_SORT && n <= CAL_PLAN_MOST_UNSORTED) {
    return blocks_unsorted(host, &sample->trials);
  }
  const struct cal_counted counted = cal_count_sample(host, sample);
  return cal_blocks_of_counts(host, &counted);
}
