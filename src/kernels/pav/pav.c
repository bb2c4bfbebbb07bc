#include "kernels/pav/pav.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "kernels/base/product.h"

/*@ predicate rising(struct cal_block* b, integer n) =
  @   \forall integer j, k; 0 <= j && j + 1 == k && k < n ==>
  @     !product_ge(b[j].n_h1, b[k].n_h2, b[k].n_h1, b[j].n_h2);
  @ predicate chain(struct cal_block* b, integer n, integer first, integer last) =
  @   n >= 1 && b[0].first == first && b[n - 1].last == last &&
  @   (\forall integer k; 0 <= k < n ==> b[k].first <= b[k].last) &&
  @   (\forall integer j, k; 0 <= j && j + 1 == k && k < n ==> b[k].first == b[j].last + 1); */

// At the odds at which a block may be decided either way, a threshold between its parts costs no
// less than one at its ends, and one after the next block costs more.
/*@ lemma threshold_within: \forall real m1, n1, m2, n2; product_ge(m1, n2, m2, n1) ==>
  @   (n1 + n2) * m1 - (m1 + m2) * n1 >= 0;
  @ lemma threshold_behind: \forall real m1, n1, m2, n2; !product_ge(m1, n2, m2, n1) ==>
  @   n1 * m2 - m1 * n2 > 0; */

// Comparing cross products of counts keeps the partition exact and free of class weights:
// m1 / (m1 + n1) >= m2 / (m2 + n2) is the same as m1 n2 >= m2 n1.
/*@ requires \valid_read(left) && \valid_read(right);
  @ assigns \nothing;
  @ ensures \result == true <==> product_ge(left->n_h1, right->n_h2, right->n_h1, left->n_h2); */
static bool block_ge(const struct cal_block* left, const struct cal_block* right) {
  return cal_product_ge(left->n_h1, right->n_h2, right->n_h1, left->n_h2);
}

/*@ requires \valid(left) && \valid_read(right) && \separated(left, right);
  @ assigns left->last, left->n_h1, left->n_h2;
  @ ensures left->last == right->last; */
static void absorb(struct cal_block* left, const struct cal_block* right) {
  left->last = right->last;
  left->n_h1 += right->n_h1;
  left->n_h2 += right->n_h2;
}

// Appends a value as a separate block.
/*@ requires n >= 0 && \valid(blocks + (0 .. n));
  @ requires n > 0 ==> chain(blocks, n, blocks[0].first, i - 1) && rising(blocks, n);
  @ assigns blocks[n];
  @ ensures chain(blocks, n + 1, n == 0 ? i : \old(blocks[0].first), i);
  @ ensures rising(blocks, n); */
static void push(struct cal_block* blocks, ptrdiff_t n, ptrdiff_t i, double n_h1, double n_h2) {
  blocks[n].first = blocks[n].last = i;
  blocks[n].n_h1 = n_h1;
  blocks[n].n_h2 = n_h2;
}

/*@ requires n_blocks >= 1 && \valid(blocks + (0 .. n_blocks - 1));
  @ requires chain(blocks, n_blocks, blocks[0].first, blocks[n_blocks - 1].last);
  @ requires rising(blocks, n_blocks - 1);
  @ assigns blocks[0 .. n_blocks - 1];
  @ ensures 1 <= \result <= n_blocks;
  @ ensures chain(blocks, \result, \old(blocks[0].first), \old(blocks[n_blocks - 1].last));
  @ ensures rising(blocks, \result); */
ptrdiff_t cal_pav_pool(struct cal_block* blocks, ptrdiff_t n_blocks) {
  ptrdiff_t top = n_blocks - 1;
  /*@ loop invariant 0 <= top <= n_blocks - 1;
    @ loop invariant chain(blocks, top + 1, \at(blocks[0].first, Pre),
    @   \at(blocks[n_blocks - 1].last, Pre));
    @ loop invariant rising(blocks, top);
    @ loop assigns top, blocks[0 .. n_blocks - 1];
    @ loop variant top; */
  while (top > 0 && block_ge(&blocks[top - 1], &blocks[top])) {
    absorb(&blocks[top - 1], &blocks[top]);
    //@ assert rising(blocks, top - 1);
    --top;
  }
  return top + 1;
}

/*@ requires n_blocks >= 0 && capacity >= n_blocks && 0 <= first <= last < 9223372036854775807;
  @ requires \valid(blocks + (0 .. capacity - 1));
  @ requires \valid_read(n_h1 + (first .. last)) && \valid_read(n_h2 + (first .. last));
  @ requires \separated(blocks + (0 .. capacity - 1), n_h1 + (first .. last));
  @ requires \separated(blocks + (0 .. capacity - 1), n_h2 + (first .. last));
  @ requires n_blocks == 0 || (chain(blocks, n_blocks, blocks[0].first, first - 1) &&
  @   rising(blocks, n_blocks));
  @ assigns blocks[0 .. capacity - 1];
  @ ensures \result == -1 || (1 <= \result <= capacity && rising(blocks, \result) &&
  @   chain(blocks, \result, \old(n_blocks) == 0 ? first : \old(blocks[0].first), last)); */
ptrdiff_t cal_pav_extend(const double* n_h1, const double* n_h2, ptrdiff_t first, ptrdiff_t last,
                         struct cal_block* blocks, ptrdiff_t n_blocks, ptrdiff_t capacity) {
  /*@ loop invariant first <= i <= last + 1 && 0 <= n_blocks <= capacity;
    @ loop invariant i > first ==> n_blocks >= 1;
    @ loop invariant n_blocks > 0 ==> rising(blocks, n_blocks);
    @ loop invariant n_blocks > 0 ==> chain(blocks, n_blocks,
    @   \at(n_blocks, Pre) == 0 ? first : \at(blocks[0].first, Pre), i - 1);
    @ loop invariant n_blocks == 0 ==> i == first && \at(n_blocks, Pre) == 0;
    @ loop assigns i, n_blocks, blocks[0 .. capacity - 1];
    @ loop variant last - i; */
  for (ptrdiff_t i = first; i <= last; ++i) {
    if (n_blocks == capacity) return -1;
    push(blocks, n_blocks, i, n_h1[i], n_h2[i]);
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
