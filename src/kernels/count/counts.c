#include "kernels/count/counts.h"

#include "kernels/base/sort.h"

/*@ predicate readable(struct cal_sorted t) = t.n >= 0 && \valid_read(t.key + (0 .. t.n - 1)) &&
  @   (t.weight == \null || \valid_read(t.weight + (0 .. t.n - 1))); */

/*@ requires readable(h1) && readable(h2) && 0 <= i1 <= h1.n && 0 <= i2 <= h2.n;
  @ requires i1 < h1.n || i2 < h2.n;
  @ assigns \nothing;
  @ ensures (i1 < h1.n && \result == h1.key[i1]) || (i2 < h2.n && \result == h2.key[i2]);
  @ ensures i1 < h1.n ==> \result <= h1.key[i1];
  @ ensures i2 < h2.n ==> \result <= h2.key[i2]; */
static inline uint64_t smallest_key(struct cal_sorted h1, ptrdiff_t i1, struct cal_sorted h2,
                                    ptrdiff_t i2) {
  if (i1 == h1.n) return h2.key[i2];
  if (i2 == h2.n) return h1.key[i1];
  return h1.key[i1] < h2.key[i2] ? h1.key[i1] : h2.key[i2];
}

// Moves `*i` past the trials that have this key and returns their weight.
/*@ requires readable(trials) && \valid(i) && 0 <= *i <= trials.n;
  @ requires \separated(i, trials.key + (0 .. trials.n - 1));
  @ assigns *i;
  @ ensures \old(*i) <= *i <= trials.n;
  @ ensures \forall integer k; \old(*i) <= k < *i ==> trials.key[k] == key;
  @ ensures *i == trials.n || trials.key[*i] != key; */
static inline double take(struct cal_sorted trials, uint64_t key, ptrdiff_t* i) {
  const ptrdiff_t first = *i;
  /*@ loop invariant first <= *i <= trials.n;
    @ loop invariant \forall integer k; first <= k < *i ==> trials.key[k] == key;
    @ loop assigns *i;
    @ loop variant trials.n - *i; */
  while (*i < trials.n && trials.key[*i] == key) ++*i;
  if (!trials.weight) return (double)(*i - first);

  double weight = 0;
  /*@ loop invariant first <= j <= *i;
    @ loop assigns j, weight;
    @ loop variant *i - j; */
  for (ptrdiff_t j = first; j < *i; ++j) weight += trials.weight[j];
  return weight;
}

static void drop(struct cal_sorted* trials, ptrdiff_t n) {
  if (n == 0) return;
  trials->key += n;
  if (trials->weight) trials->weight += n;
  trials->n -= n;
}

ptrdiff_t cal_counts_next(struct cal_sorted* h1, struct cal_sorted* h2, ptrdiff_t max,
                          double* value, double* n_h1, double* n_h2) {
  ptrdiff_t i = 0, i1 = 0, i2 = 0;
  for (; i < max && (i1 < h1->n || i2 < h2->n); ++i) {
    const uint64_t key = smallest_key(*h1, i1, *h2, i2);
    const double weight_h1 = take(*h1, key, &i1), weight_h2 = take(*h2, key, &i2);
    if (!value) continue;
    value[i] = cal_sort_value(key);
    n_h1[i] = weight_h1;
    n_h2[i] = weight_h2;
  }
  drop(h1, i1);
  drop(h2, i2);
  return i;
}

ptrdiff_t cal_counts_size(struct cal_sorted h1, struct cal_sorted h2) {
  h1.weight = h2.weight = NULL;
  return cal_counts_next(&h1, &h2, PTRDIFF_MAX, NULL, NULL, NULL);
}

void cal_counts(struct cal_sorted h1, struct cal_sorted h2, double* value, double* n_h1,
                double* n_h2) {
  cal_counts_next(&h1, &h2, PTRDIFF_MAX, value, n_h1, n_h2);
}
