#ifndef CALIBRANT_KERNELS_REPLICATE_GROUP_DRAWS_H
#define CALIBRANT_KERNELS_REPLICATE_GROUP_DRAWS_H

#include <stdbool.h>

#include "kernels/base/host.h"
#include "kernels/base/random.h"
#include "kernels/replicate/linear-terms.h"

// Replicates of so many trials that random groups of them are drawn. The sums of a linear term over
// the groups are as independent and alike as the terms of the trials, so that replicates of either
// have the same distribution, but for an error of its spread of one in sqrt(2 n_groups); and the
// cost of a replicate does not grow with the trials. Systems with the same trials have the same
// groups.

// For each trial of a class, in the order of the trials, its group; and the number of groups.
struct cal_grouping {
  const int32_t* group;
  ptrdiff_t n_groups;
};

// At most `most` groups of the `n` trials of a class, in scratch memory of the host. With fewer
// trials each is a group.
struct cal_grouping cal_groups_make(struct cal_host* host, struct cal_random* random, ptrdiff_t n,
                                    ptrdiff_t most);

// Trials of a class of a system. Trial i is number `order[i]` of the class, and has a weight; NULL
// means i and 1. With `cells`, each trial is a cell, and the weight its number, which is drawn.
struct cal_group_trials {
  struct cal_grouping grouping;
  const int* order;
  const double* weight;
  ptrdiff_t n;
  bool cells;
};

// The sums of weighted terms over groups, less their mean: that of the j-th term begins at
// `j * n_groups` of `sum`. `mean` is that of the finite terms of all trials, `infinite` flags terms
// of which some are infinite, and `size` has the sums of the weights.
struct cal_group_sums {
  ptrdiff_t n_groups;
  double *sum, *mean, *size;
  bool* infinite;
};

struct cal_group_sums cal_group_sums_make(struct cal_host* host,
                                          const struct cal_group_trials* trials, ptrdiff_t n_terms);

// Adds the terms of the trials as the `j`-th.
void cal_group_sums_add(struct cal_group_sums* sums, ptrdiff_t j,
                        const struct cal_group_trials* trials, const double* terms);

// The mean of the j-th term over the groups drawn, with the sum of weights `total`, less `mean`.
double cal_group_shift(const struct cal_group_sums* sums, ptrdiff_t j, struct cal_drawn drawn,
                       double total);

#endif
