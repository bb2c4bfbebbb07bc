#ifndef CALIBRANT_KERNELS_READ_MATCH_PAIRS_H
#define CALIBRANT_KERNELS_READ_MATCH_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/base/host.h"

// Pairs of numbers, such as those of a model and a segment. There are fewer than 2^30.
struct cal_pairs {
  const int *a, *b;
  ptrdiff_t n;
};

// Pairs with an index; first[i] is the first place of the i-th pair, from 0.
struct cal_pair_table {
  struct cal_pair_slot* slot;
  uint64_t mask;
  int* first;
  ptrdiff_t n;
};

struct cal_pair_table cal_pair_table_of(struct cal_host* host, struct cal_pairs pairs);

// at[i] becomes the first place of the i-th pair of the table among `given`, from 0, or -1. A pair
// may be given again with the same value, if neither is NaN; otherwise that place is returned, and
// -1 if there is none. `n_extra` counts the given pairs that are not in the table.
ptrdiff_t cal_match_pairs(struct cal_host* host, const struct cal_pair_table* wanted,
                          struct cal_pairs given, const double* value, int* at, ptrdiff_t* n_extra);

// number[i] counts the distinct pairs, from 1, in the order in which they come. Returns how many
// there are.
int cal_number_pairs(struct cal_host* host, struct cal_pairs pairs, int* number);

#endif
