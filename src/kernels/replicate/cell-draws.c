#include "kernels/replicate/cell-draws.h"

#include <math.h>

#include "kernels/base/plan.h"

// Draws the trials of the next edge from those that are `left`.
static struct cal_block draw_edge(struct cal_random* random, struct cal_urn* left, ptrdiff_t cell,
                                  double n) {
  const double n_h1 = cal_urn_draw(random, (struct cal_urn){left->n_h1, left->n_h2, n});
  left->n_h1 -= n_h1;
  left->n_h2 -= n - n_h1;
  left->k -= n;
  return (struct cal_block){cell, cell, n_h1, n - n_h1};
}

static void insert_by_slope(struct cal_block* blocks, ptrdiff_t n, struct cal_block block) {
  for (; n > 0 && block.n_h1 * blocks[n - 1].n_h2 < blocks[n - 1].n_h1 * block.n_h2; --n) {
    blocks[n] = blocks[n - 1];
  }
  blocks[n] = block;
}

// The first trial that is left is in a cycle of 1, 2, ... of those left, all equally probable.
// Cycles of trials of one hypothesis have the same slope.
ptrdiff_t cal_cycles_draw(struct cal_random* random, struct cal_urn left, ptrdiff_t cell,
                          ptrdiff_t most, struct cal_block* blocks) {
  ptrdiff_t n = 0;
  while (left.k > 0) {
    const bool last = n + 1 >= most || left.n_h1 == 0 || left.n_h2 == 0;
    const double size = last ? left.k : 1 + floor(cal_random_uniform(random) * left.k);
    insert_by_slope(blocks, n, draw_edge(random, &left, cell, size));
    ++n;
  }
  return n;
}

const struct cal_coin* cal_cells_parts(struct cal_host* host, const double* weight, ptrdiff_t n) {
  struct cal_coin* part = cal_scratch(host, n, sizeof *part);
  double rest = 0;
  for (ptrdiff_t i = n; i-- > 0;) {
    rest += weight[i];
    part[i] = cal_coin_new(weight[i] > 0 ? weight[i] / rest : 0);
  }
  return part;
}

void cal_cells_draw(struct cal_random* random, const struct cal_coin* part, ptrdiff_t n,
                    double total, double* number) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    number[i] = cal_coin_draw(random, &part[i], total);
    total -= number[i];
  }
}

ptrdiff_t cal_cells_capacity(ptrdiff_t n_cells) {
  return n_cells + CAL_PLAN_CYCLES + CAL_PLAN_CELL_EDGES * n_cells;
}

ptrdiff_t cal_cells_pool(struct cal_random* random, const double* n_h1, const double* n_h2,
                         const int* tied, ptrdiff_t n, struct cal_block* blocks) {
  const ptrdiff_t capacity = cal_cells_capacity(n);
  ptrdiff_t n_blocks = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    const struct cal_urn all = {n_h1[i], n_h2[i], n_h1[i] + n_h2[i]};
    // Every other cell needs a block as well.
    const ptrdiff_t most = tied[i] ? 1 : capacity - n_blocks - (n - i - 1);
    const ptrdiff_t edges = cal_cycles_draw(random, all, i, most, blocks + n_blocks);
    const ptrdiff_t end = n_blocks + edges;
    for (ptrdiff_t edge = n_blocks; edge < end; ++edge) {
      blocks[n_blocks] = blocks[edge];
      n_blocks = cal_pav_pool(blocks, n_blocks + 1);
    }
  }
  return n_blocks;
}
