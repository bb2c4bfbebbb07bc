#include "kernels/pav/pav.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "kernels/base/product.h"

// Comparing cross products of counts keeps the partition exact and free of class weights:
// m1 / (m1 + n1) >= m2 / (m2 + n2) is the same as m1 n2 >= m2 n1.
static bool block_ge(const struct cal_block* left, const struct cal_block* right) {
  return cal_product_ge(left->n_h1, right->n_h2, right->n_h1, left->n_h2);
}

static struct cal_block merge(struct cal_block left, struct cal_block right) {
  return (struct cal_block){.first = left.first,
                            .last = right.last,
                            .n_h1 = left.n_h1 + right.n_h1,
                            .n_h2 = left.n_h2 + right.n_h2};
}

ptrdiff_t cal_pav_pool(struct cal_block* blocks, ptrdiff_t n_blocks) {
  ptrdiff_t top = n_blocks - 1;
  while (top > 0 && block_ge(&blocks[top - 1], &blocks[top])) {
    blocks[top - 1] = merge(blocks[top - 1], blocks[top]);
    --top;
  }
  return top + 1;
}

ptrdiff_t cal_pav_extend(const double* n_h1, const double* n_h2, ptrdiff_t first, ptrdiff_t last,
                         struct cal_block* blocks, ptrdiff_t n_blocks, ptrdiff_t capacity) {
  for (ptrdiff_t i = first; i <= last; ++i) {
    if (n_blocks == capacity) return -1;
    blocks[n_blocks] = (struct cal_block){i, i, n_h1[i], n_h2[i]};
    n_blocks = cal_pav_pool(blocks, n_blocks + 1);
  }
  return n_blocks;
}

ptrdiff_t cal_pav(const double* n_h1, const double* n_h2, ptrdiff_t n, struct cal_block* blocks,
                  ptrdiff_t capacity) {
  return cal_pav_extend(n_h1, n_h2, 0, n - 1, blocks, 0, capacity);
}

ptrdiff_t cal_pav_capacity(ptrdiff_t n, double n_trials) {
  const double bound = 2 * pow(n_trials, 2.0 / 3) + 16;
  return bound < (double)n ? (ptrdiff_t)bound : n;
}

// A difference of logs loses its digits near LR = 1. The difference of the cross products is exact
// there, and exchanging the hypotheses changes nothing but the sign.
double cal_block_llr(struct cal_block block, double total_h1, double total_h2) {
  if (block.n_h2 == 0) return INFINITY;
  if (block.n_h1 == 0) return -INFINITY;
  const double p = block.n_h1 * total_h2, q = block.n_h2 * total_h1;
  if (!(fmin(p, q) > DBL_MIN / DBL_EPSILON && fmax(p, q) < DBL_MAX)) {
    return log(block.n_h1 / total_h1) - log(block.n_h2 / total_h2);
  }
  const double rest = fma(block.n_h1, total_h2, -p) - fma(block.n_h2, total_h1, -q);
  const double excess = (p - q) + rest;
  return excess >= 0 ? log1p(excess / q) : -log1p(-excess / p);
}
