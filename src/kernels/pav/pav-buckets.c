#include "kernels/pav/pav-buckets.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/base/product.h"

/*@ predicate columns(struct cal_counted c) = c.n >= 0 && \valid_read(c.n_h1 + (0 .. c.n - 1)) &&
  @   \valid_read(c.n_h2 + (0 .. c.n - 1)) && \valid_read(c.value + (0 .. c.n - 1)); */

// Does a bucket that starts at (h2, h1), counted within its block, reach below the block's edge of
// the hull if all its H2 trials come first? pav-unsorted.c has a version for 32-bit counts in
// groups, where products of whole numbers are exact and quick. Here numbers may be as large as 2^53
// or be sums of weights, so their products need care and a slack.
/*@ requires \valid_read(block);
  @ assigns \nothing; */
static bool may_bend(const struct cal_block* block, double h1, double h2, double slack) {
  return !cal_product_ge(h1 * (1 - slack), block->n_h2, h2, block->n_h1);
}

/*@ requires \valid_read(tally) && \valid_read(block) && 0 <= block->first <= block->last;
  @ requires block->last < 9223372036854775807;
  @ requires \valid_read(tally->n_h1 + (block->first .. block->last));
  @ requires \valid_read(tally->n_h2 + (block->first .. block->last));
  @ requires \valid(keep + (block->first .. block->last));
  @ requires \separated(keep + (block->first .. block->last), tally, block);
  @ assigns keep[block->first .. block->last];
  @ ensures keep[block->first] == 1 && keep[block->last] == 1;
  @ ensures \forall integer b; block->first < b < block->last && keep[b] != 0 ==>
  @   tally->n_h1[b] > 0 && tally->n_h2[b] > 0; */
static void keep_of_block(const struct cal_counted* tally, const struct cal_block* block,
                          double slack, uint8_t* keep) {
  double h1 = 0, h2 = 0;
  /*@ loop invariant block->first <= b <= block->last + 1;
    @ loop invariant \forall integer k; block->first <= k < b && keep[k] != 0 ==>
    @   tally->n_h1[k] > 0 && tally->n_h2[k] > 0;
    @ loop assigns b, h1, h2, keep[block->first .. block->last];
    @ loop variant block->last - b; */
  for (ptrdiff_t b = block->first; b <= block->last; ++b) {
    h2 += tally->n_h2[b];
    const bool mixed = tally->n_h1[b] > 0 && tally->n_h2[b] > 0;
    keep[b] = mixed && may_bend(block, h1, h2, slack);
    h1 += tally->n_h1[b];
  }
  keep[block->first] = keep[block->last] = 1;
}

ptrdiff_t cal_tally_keep(struct cal_host* host, const struct cal_counted* tally, double slack,
                         uint8_t* keep) {
  const struct cal_partition hull = cal_blocks_of_counts(host, tally);
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0; i < hull.n; ++i) keep_of_block(tally, &hull.blocks[i], slack, keep);
  for (ptrdiff_t b = 0; b < tally->n; ++b) n += keep[b];
  return n;
}

void cal_filled_prune(struct cal_host* host, const struct cal_filled* filled) {
  const struct cal_counted tally = {filled->n_h1, filled->n_h1, filled->n_h2, filled->n};
  cal_tally_keep(host, &tally, 0, filled->keep);
}

//@ assigns \nothing;
static bool close(double a, double b, double slack) { return fabs(a - b) <= slack * fmax(a, b); }

/*@ requires \valid_read(tally) && \valid_read(values) && columns(*tally);
  @ requires columns(values->counted);
  @ requires \valid_read(keep + (0 .. tally->n - 1));
  @ requires \valid_read(values->bucket + (0 .. values->counted.n - 1));
  @ assigns \nothing;
  @ ensures 0 <= \result <= tally->n; */
ptrdiff_t cal_tally_differs(const struct cal_counted* tally, const uint8_t* keep,
                            const struct cal_tally_values* values, double slack) {
  const struct cal_counted* rows = &values->counted;
  ptrdiff_t i = 0;
  /*@ loop invariant 0 <= b <= tally->n && 0 <= i <= rows->n;
    @ loop assigns b, i;
    @ loop variant tally->n - b; */
  for (ptrdiff_t b = 0; b < tally->n; ++b) {
    if (!keep[b]) continue;
    double n_h1 = 0, n_h2 = 0;
    /*@ loop invariant 0 <= i <= rows->n;
      @ loop assigns i, n_h1, n_h2;
      @ loop variant rows->n - i; */
    for (; i < rows->n && values->bucket[i] == b; ++i) {
      if (i > 0 && !(rows->value[i] > rows->value[i - 1])) return b;
      n_h1 += rows->n_h1[i];
      n_h2 += rows->n_h2[i];
    }
    if (!close(n_h1, tally->n_h1[b], slack) || !close(n_h2, tally->n_h2[b], slack)) return b;
  }
  return i == rows->n ? tally->n : 0;
}

// Columns of counts, filled from the front.
struct columns {
  double *value, *n_h1, *n_h2;
  ptrdiff_t n;
};

static void append(struct columns* to, const struct cal_counted* from, ptrdiff_t i) {
  to->value[to->n] = from->value[i];
  to->n_h1[to->n] = from->n_h1[i];
  to->n_h2[to->n++] = from->n_h2[i];
}

struct cal_partition cal_tally_blocks(struct cal_host* host, const struct cal_counted* tally,
                                      const uint8_t* keep, const struct cal_tally_values* values) {
  const struct cal_counted* rows = &values->counted;
  ptrdiff_t size = rows->n;
  for (ptrdiff_t b = 0; b < tally->n; ++b) size += !keep[b];
  struct columns all = {cal_scratch_doubles(host, size), cal_scratch_doubles(host, size),
                        cal_scratch_doubles(host, size), 0};
  for (ptrdiff_t b = 0, i = 0; b < tally->n; ++b) {
    if (!keep[b]) append(&all, tally, b);
    for (; i < rows->n && values->bucket[i] == b; ++i) append(&all, rows, i);
  }
  const struct cal_counted counted = {all.value, all.n_h1, all.n_h2, all.n};
  return cal_blocks_of_counts(host, &counted);
}

static bool is_split(const struct cal_counted* tally, const int* closed, ptrdiff_t b) {
  return tally->n_h1[b] > 0 && tally->n_h2[b] > 0 && !(closed && closed[b]);
}

struct cal_partition cal_tally_best(struct cal_host* host, const struct cal_counted* tally,
                                    const int* closed) {
  ptrdiff_t size = tally->n;
  for (ptrdiff_t b = 0; b < tally->n; ++b) size += is_split(tally, closed, b);
  struct columns all = {cal_scratch_doubles(host, size), cal_scratch_doubles(host, size),
                        cal_scratch_doubles(host, size), 0};
  for (ptrdiff_t b = 0; b < tally->n; ++b) {
    append(&all, tally, b);
    if (!is_split(tally, closed, b)) continue;
    append(&all, tally, b);
    all.n_h1[all.n - 2] = 0;
    all.n_h2[all.n - 1] = 0;
  }
  const struct cal_counted counted = {all.value, all.n_h1, all.n_h2, all.n};
  return cal_blocks_of_counts(host, &counted);
}
