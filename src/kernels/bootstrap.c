#include "kernels/bootstrap.h"

#include <float.h>

enum { CHUNK = 32 };

ptrdiff_t cal_steps_find(struct cal_sorted_trials* trials, struct cal_step* step) {
  struct cal_step at = {0};
  ptrdiff_t n = 0;
  bool has_h2 = true;
  for (; at.value < trials->n_values; ++at.value) {
    if (at.value == 0 || (has_h2 && trials->n_h1[at.value] > 0)) {
      if (step) step[n] = at;
      ++n;
      has_h2 = false;
    }
    has_h2 = has_h2 || trials->n_h2[at.value] > 0;
    at.h1 += (int32_t)trials->n_h1[at.value];
    at.h2 += (int32_t)trials->n_h2[at.value];
  }
  if (step) step[n] = at;
  trials->step = step;
  trials->n_steps = n;
  return n;
}

void cal_chunks_find(struct cal_sorted_trials* trials, int32_t* chunk) {
  const struct cal_step* step = trials->step;
  ptrdiff_t n = 0;
  chunk[0] = 0;
  for (int32_t i = 1; i <= trials->n_steps; ++i) {
    const struct cal_step first = step[chunk[n]];
    const int32_t size = step[i].h1 - first.h1 + step[i].h2 - first.h2;
    if (size >= CHUNK || i == trials->n_steps) chunk[++n] = i;
  }
  trials->chunk = chunk;
  trials->n_chunks = n;
}

static inline double drawn_sum(struct cal_drawn drawn, ptrdiff_t first, ptrdiff_t end) {
  if (!drawn.weight) return (double)cal_count_sum(drawn.count, first, end);
  double sum = 0;
  for (ptrdiff_t i = first; i < end; ++i) sum += drawn.weight[i];
  return sum;
}

double cal_drawn_sum(struct cal_drawn drawn, ptrdiff_t first, ptrdiff_t end) {
  return drawn_sum(drawn, first, end);
}

double cal_drawn_dot(struct cal_drawn drawn, const double* x, ptrdiff_t n) {
  enum { PIECE = 512 };
  double sum = 0;
  for (ptrdiff_t first = 0; first < n; first += PIECE) {
    const ptrdiff_t end = n - first < PIECE ? n : first + PIECE;
    double piece = 0;
    if (drawn.weight) {
      for (ptrdiff_t i = first; i < end; ++i) piece += drawn.weight[i] * x[i];
    } else {
      for (ptrdiff_t i = first; i < end; ++i) piece += drawn.count[i] * x[i];
    }
    sum += piece;
  }
  return sum;
}

static struct cal_chunk_sum sum_of_steps(const struct cal_sorted_trials* trials,
                                         const struct cal_replicate* replicate, ptrdiff_t first,
                                         ptrdiff_t end) {
  const struct cal_step from = trials->step[first], to = trials->step[end];
  return (struct cal_chunk_sum){drawn_sum(replicate->h1, from.h1, to.h1),
                                drawn_sum(replicate->h2, from.h2, to.h2)};
}

struct cal_chunk_sum cal_chunk_sums(const struct cal_sorted_trials* trials,
                                    const struct cal_replicate* replicate,
                                    struct cal_chunk_sum* sums) {
  struct cal_chunk_sum total = {0};
  for (ptrdiff_t k = 0; k < trials->n_chunks; ++k) {
    sums[k] = sum_of_steps(trials, replicate, trials->chunk[k], trials->chunk[k + 1]);
    total.h1 += sums[k].h1;
    total.h2 += sums[k].h2;
  }
  return total;
}

// Nothing drawn leaves no block.
static ptrdiff_t add_run(struct cal_block* blocks, ptrdiff_t n_blocks, ptrdiff_t first,
                         ptrdiff_t last, double n_h1, double n_h2) {
  if (n_h1 + n_h2 == 0) return n_blocks;
  return cal_pav_add(blocks, n_blocks, (struct cal_block){first, last, n_h1, n_h2});
}

// Steps without a drawn H1 trial go with the ones before them.
static ptrdiff_t add_steps(const struct cal_sorted_trials* trials,
                           const struct cal_replicate* replicate, const int32_t* chunk,
                           struct cal_block* blocks, ptrdiff_t n_blocks) {
  struct cal_chunk_sum run = {0};
  int32_t run_first = chunk[0];
  for (int32_t i = chunk[0]; i < chunk[1]; ++i) {
    const struct cal_step from = trials->step[i], to = trials->step[i + 1];
    const double n_h1 = drawn_sum(replicate->h1, from.h1, to.h1);
    if (n_h1 > 0 && run.h2 > 0) {
      n_blocks =
          add_run(blocks, n_blocks, trials->step[run_first].value, from.value - 1, run.h1, run.h2);
      run = (struct cal_chunk_sum){0};
      run_first = i;
    }
    run.h1 += n_h1;
    run.h2 += drawn_sum(replicate->h2, from.h2, to.h2);
  }
  return add_run(blocks, n_blocks, trials->step[run_first].value, trials->step[chunk[1]].value - 1,
                 run.h1, run.h2);
}

// The chunks `first` up to `end`, without that one, as one run.
static ptrdiff_t add_chunks(const struct cal_sorted_trials* trials, ptrdiff_t first, ptrdiff_t end,
                            struct cal_chunk_sum sum, struct cal_block* blocks,
                            ptrdiff_t n_blocks) {
  const struct cal_step from = trials->step[trials->chunk[first]];
  const struct cal_step to = trials->step[trials->chunk[end]];
  return add_run(blocks, n_blocks, from.value, to.value - 1, sum.h1, sum.h2);
}

// Whether a chunk that starts at (h2, h1), counted within its block, reaches below the block's edge
// of the hull where all its H2 trials come first. The margin covers the rounding of weights and of
// products beyond 2^53; a chunk too many does no harm.
static bool below_edge(const struct cal_block* block, double h1, double h2) {
  return h1 * block->n_h2 * (1 - 1e4 * DBL_EPSILON) < h2 * block->n_h1;
}

// Takes the place of a block of chunks: the steps of those that can bend the hull, and the sums of
// the others between them.
static ptrdiff_t refine(const struct cal_sorted_trials* trials,
                        const struct cal_replicate* replicate, const struct cal_chunk_sum* sums,
                        const struct cal_block* block, struct cal_block* blocks,
                        ptrdiff_t n_blocks) {
  struct cal_chunk_sum before = {0}, run = {0};
  ptrdiff_t run_first = block->first;
  for (ptrdiff_t k = block->first; k <= block->last; ++k) {
    if (below_edge(block, before.h1, before.h2 + sums[k].h2)) {
      n_blocks = add_chunks(trials, run_first, k, run, blocks, n_blocks);
      n_blocks = add_steps(trials, replicate, trials->chunk + k, blocks, n_blocks);
      run = (struct cal_chunk_sum){0};
      run_first = k + 1;
    } else {
      run.h1 += sums[k].h1;
      run.h2 += sums[k].h2;
    }
    before.h1 += sums[k].h1;
    before.h2 += sums[k].h2;
  }
  return add_chunks(trials, run_first, block->last + 1, run, blocks, n_blocks);
}

ptrdiff_t cal_replicate_pav(const struct cal_sorted_trials* trials,
                            const struct cal_replicate* replicate, const struct cal_chunk_sum* sums,
                            struct cal_block* coarse, struct cal_block* blocks) {
  ptrdiff_t n_coarse = 0, n_blocks = 0;
  for (ptrdiff_t k = 0; k < trials->n_chunks; ++k) {
    n_coarse = add_run(coarse, n_coarse, k, k, sums[k].h1, sums[k].h2);
  }
  for (ptrdiff_t i = 0; i < n_coarse; ++i) {
    n_blocks = refine(trials, replicate, sums, &coarse[i], blocks, n_blocks);
  }
  return n_blocks;
}

double cal_replicate_auc(const struct cal_sorted_trials* trials,
                         const struct cal_replicate* replicate) {
  ptrdiff_t h1 = 0, h2 = 0;
  double won = 0, above = 0, below = 0;
  for (ptrdiff_t v = 0; v < trials->n_values; ++v) {
    const ptrdiff_t n_h1 = (ptrdiff_t)trials->n_h1[v], n_h2 = (ptrdiff_t)trials->n_h2[v];
    const double here_h1 = drawn_sum(replicate->h1, h1, h1 + n_h1);
    const double here_h2 = drawn_sum(replicate->h2, h2, h2 + n_h2);
    won += here_h1 * (below + here_h2 / 2);
    above += here_h1;
    below += here_h2;
    h1 += n_h1;
    h2 += n_h2;
  }
  return won / (above * below);
}
