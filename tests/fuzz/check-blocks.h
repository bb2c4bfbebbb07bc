// Conditions on PAV blocks, for counts so small that every product and sum is exact.
#ifndef CALIBRANT_TESTS_CHECK_BLOCKS_H
#define CALIBRANT_TESTS_CHECK_BLOCKS_H

#include "fuzz.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/pav/pav.h"

// The share of H1 in (m1, n1) is at least that in (m2, n2).
static inline bool share_ge(double m1, double n1, double m2, double n2) {
  return m1 * n2 >= m2 * n1;
}

// Brummer 2010, theorem 3: a block cannot be cut so that its parts would stay in order.
static inline void check_no_cut(const double* n_h1, const double* n_h2, struct cal_block block) {
  double m = 0, n = 0;
  for (ptrdiff_t i = block.first; i <= block.last; ++i) {
    m += n_h1[i];
    n += n_h2[i];
    HOLDS(share_ge(m, n, block.n_h1, block.n_h2));
    HOLDS(share_ge(block.n_h1, block.n_h2, block.n_h1 - m, block.n_h2 - n));
  }
  HOLDS(m == block.n_h1 && n == block.n_h2);
}

static inline void check_partition(const double* n_h1, const double* n_h2, ptrdiff_t n,
                                   const struct cal_block* blocks, ptrdiff_t n_blocks) {
  HOLDS(n_blocks >= 1 && blocks[0].first == 0 && blocks[n_blocks - 1].last == n - 1);
  for (ptrdiff_t i = 0; i < n_blocks; ++i) {
    check_no_cut(n_h1, n_h2, blocks[i]);
    if (i == 0) continue;
    HOLDS(blocks[i].first == blocks[i - 1].last + 1);
    HOLDS(!share_ge(blocks[i - 1].n_h1, blocks[i - 1].n_h2, blocks[i].n_h1, blocks[i].n_h2));
  }
}

// The LLRs of the blocks increase and cost no more than no evidence. They keep the mean LR under H2
// at one, except for the trials in an infinite block.
static inline void check_llrs(const struct cal_block* blocks, ptrdiff_t n, double total_h1,
                              double total_h2) {
  double *llr = new_doubles((size_t)n), *n_h1 = new_doubles((size_t)n);
  double *n_h2 = new_doubles((size_t)n), mean_lr = 0, lost = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    llr[i] = cal_block_llr(blocks[i], total_h1, total_h2);
    n_h1[i] = blocks[i].n_h1;
    n_h2[i] = blocks[i].n_h2;
    HOLDS(!isnan(llr[i]) && (i == 0 || llr[i] > llr[i - 1]));
    if (n_h2[i] > 0) mean_lr += exp(llr[i]) * n_h2[i] / total_h2;
    if (n_h2[i] == 0) lost = n_h1[i] / total_h1;
  }
  HOLDS(near(mean_lr + lost, 1, 1e-12));
  const struct cal_points points = {llr, n_h1, n_h2, n, total_h1, total_h2};
  for (double log_odds = -40; log_odds <= 40; log_odds += 8) {
    const double ece = cal_ece(&points, log_odds);
    const double null = cal_softplus(-log_odds) / (1 + exp(-log_odds)) +
                        cal_softplus(log_odds) / (1 + exp(log_odds));
    HOLDS(ece >= 0 && ece <= null * (1 + 1e-12));
    HOLDS(cal_excess(&points, log_odds) <= 1e-12);
  }
  free(llr);
  free(n_h1);
  free(n_h2);
}

// Finds the blocks in memory of the promised size, and checks them.
static inline void check_pav(const double* n_h1, const double* n_h2, ptrdiff_t n, bool whole) {
  double total_h1 = 0, total_h2 = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    total_h1 += n_h1[i];
    total_h2 += n_h2[i];
  }
  const ptrdiff_t capacity = whole ? cal_pav_capacity(n, total_h1 + total_h2) : n;
  struct cal_block* blocks = new_array((size_t)capacity, sizeof *blocks);
  const ptrdiff_t n_blocks = cal_pav(n_h1, n_h2, n, blocks, capacity);
  check_partition(n_h1, n_h2, n, blocks, n_blocks);
  if (total_h1 > 0 && total_h2 > 0) check_llrs(blocks, n_blocks, total_h1, total_h2);
  free(blocks);
}

#endif
