// The steps and chunks of replicate-pav.h, the PAV blocks of a replicate by these, and its AUC.
#include "kernels/replicate/replicate-pav.h"

#include <float.h>
#include <math.h>

#include "kernels/base/plan.h"

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
    if (size >= CAL_PLAN_CHUNK || i == trials->n_steps) chunk[++n] = i;
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

// Lanes need not wait for each other's sums.
static double dot(const double* weight, const double* x, ptrdiff_t n) {
  enum { LANES = 8 };
  double sums[LANES] = {0}, rest = 0;
  ptrdiff_t i = 0;
  for (; n - i >= LANES; i += LANES) {
    for (int lane = 0; lane < LANES; ++lane) sums[lane] += weight[i + lane] * x[i + lane];
  }
  for (; i < n; ++i) rest += weight[i] * x[i];
  for (int lane = 0; lane < LANES; ++lane) rest += sums[lane];
  return rest;
}

double cal_drawn_dot(struct cal_drawn drawn, const double* x, ptrdiff_t n) {
  enum { PIECE = 512 };
  double sum = 0, number[PIECE];
  for (ptrdiff_t first = 0; first < n; first += PIECE) {
    const ptrdiff_t size = n - first < PIECE ? n - first : PIECE;
    if (!drawn.weight) {
      for (ptrdiff_t i = 0; i < size; ++i) number[i] = drawn.count[first + i];
    }
    sum += dot(drawn.weight ? drawn.weight + first : number, x + first, size);
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
  blocks[n_blocks] = (struct cal_block){first, last, n_h1, n_h2};
  return cal_pav_pool(blocks, n_blocks + 1);
}

// Is a point at (h2, h1), counted within its block, below the block's edge of the hull? The margin
// covers the rounding of weights and of products beyond 2^53; a point too many does no harm.
static bool below_edge(const struct cal_block* block, double h1, double h2) {
  return h1 * block->n_h2 * (1 - 1e4 * DBL_EPSILON) < h2 * block->n_h1;
}

// A way along an edge of the hull of the chunks, on which runs of trials are collected for the
// finer one. A run ends only where the path is below the edge, as only such points can be vertices:
// never between two chunks.
struct path {
  const struct cal_block* edge;
  ptrdiff_t run_first;
  struct cal_chunk_sum run, at;
};

static ptrdiff_t end_run(struct path* path, ptrdiff_t value, struct cal_block* blocks,
                         ptrdiff_t n_blocks) {
  n_blocks = add_run(blocks, n_blocks, path->run_first, value - 1, path->run.h1, path->run.h2);
  path->run = (struct cal_chunk_sum){0};
  path->run_first = value;
  return n_blocks;
}

static void go_on(struct path* path, struct cal_chunk_sum sum) {
  path->run.h1 += sum.h1, path->at.h1 += sum.h1;
  path->run.h2 += sum.h2, path->at.h2 += sum.h2;
}

static ptrdiff_t add_steps(const struct cal_sorted_trials* trials,
                           const struct cal_replicate* replicate, const int32_t* chunk,
                           struct path* path, struct cal_block* blocks, ptrdiff_t n_blocks) {
  for (int32_t i = chunk[0]; i < chunk[1]; ++i) {
    const struct cal_chunk_sum sum = sum_of_steps(trials, replicate, i, i + 1);
    const bool may_part = sum.h1 > 0 && path->run.h2 > 0;
    if (may_part && below_edge(path->edge, path->at.h1, path->at.h2)) {
      n_blocks = end_run(path, trials->step[i].value, blocks, n_blocks);
    }
    go_on(path, sum);
  }
  return n_blocks;
}

// Takes the place of a block of chunks. A chunk can bend the hull only if it would do so with all
// its H2 trials first; the others count as a whole.
static ptrdiff_t refine(const struct cal_sorted_trials* trials,
                        const struct cal_replicate* replicate, const struct cal_chunk_sum* sums,
                        const struct cal_block* block, struct cal_block* blocks,
                        ptrdiff_t n_blocks) {
  const int32_t* chunk = trials->chunk;
  struct path path = {.edge = block, .run_first = trials->step[chunk[block->first]].value};
  for (ptrdiff_t k = block->first; k <= block->last; ++k) {
    if (below_edge(block, path.at.h1, path.at.h2 + sums[k].h2)) {
      n_blocks = add_steps(trials, replicate, chunk + k, &path, blocks, n_blocks);
    } else {
      go_on(&path, sums[k]);
    }
  }
  return end_run(&path, trials->step[chunk[block->last + 1]].value, blocks, n_blocks);
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

void cal_replicate_trim(const struct cal_sorted_trials* trials,
                        const struct cal_replicate* replicate, struct cal_block* blocks,
                        ptrdiff_t n_blocks) {
  ptrdiff_t v = 0, h1 = 0, h2 = 0;
  for (ptrdiff_t b = 0; b < n_blocks; ++b) {
    const ptrdiff_t end = blocks[b].last + 1;
    bool any = false;
    for (; v < end; ++v) {
      const ptrdiff_t n_h1 = (ptrdiff_t)trials->n_h1[v], n_h2 = (ptrdiff_t)trials->n_h2[v];
      const double here =
          drawn_sum(replicate->h1, h1, h1 + n_h1) + drawn_sum(replicate->h2, h2, h2 + n_h2);
      h1 += n_h1;
      h2 += n_h2;
      if (!(here > 0)) continue;
      if (!any) blocks[b].first = v;
      blocks[b].last = v;
      any = true;
    }
  }
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
  return fmin(won / (above * below), 1);
}
