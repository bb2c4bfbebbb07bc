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

// The sums of terms over groups, less their mean: that of the j-th term begins at `j * n_groups` of
// `sum`. `mean` is that of the finite terms of all trials, `infinite` flags terms of which some are
// infinite, and `size` has the numbers of trials.
struct cal_group_sums {
  ptrdiff_t n_groups, n_terms;
  double *sum, *mean, *size;
  bool* infinite;
};

struct cal_group_sums cal_group_sums_make(struct cal_host* host, struct cal_grouping grouping,
                                          ptrdiff_t n_trials, ptrdiff_t n_terms);

// Adds the terms of trials with these weights (NULL: 1) as the `j`-th. Trial i is number `order[i]`
// of the class; NULL means i. Trials with weights are cells, each a group, and replicates have
// their numbers.
void cal_group_sums_add(struct cal_group_sums* sums, ptrdiff_t j, struct cal_grouping grouping,
                        const int* order, const double* terms, const double* weight,
                        ptrdiff_t n_trials);

// How much the mean of the j-th term over the `total` trials of the groups drawn is above `mean`.
double cal_group_shift(const struct cal_group_sums* sums, ptrdiff_t j, struct cal_drawn drawn,
                       double total);

#endif
