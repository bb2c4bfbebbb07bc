#ifndef CALIBRANT_KERNELS_CLASSES_SUBSETS_H
#define CALIBRANT_KERNELS_CLASSES_SUBSETS_H

#include "kernels/base/host.h"
#include "kernels/classes/softmax.h"

enum { CAL_SUBSETS_MAX_CLASSES = 16, CAL_SUBSETS_BLOCK = 16 };

// Sums over trials for each set of classes: bit k of the index says whether class k, counted from
// zero, belongs to it. `cost` is -ln P(true class) in nats, `wrong` the decisions for another
// class, `lre` the cost of Brummer 2010, eq. 8.10, all under a flat prior on the set.
struct cal_subset_sums {
  double *cost, *wrong, *lre;
};

// Quantities of one trial; the caller gives space for CAL_SUBSETS_BLOCK of them.
struct cal_subset_trial {
  double w[CAL_SUBSETS_MAX_CLASSES], ratio[CAL_SUBSETS_MAX_CLASSES];
  double low[256], high[256];
  // The ratios in descending order, and the classes that have them or greater ones.
  double sorted[CAL_SUBSETS_MAX_CLASSES];
  unsigned prefix[CAL_SUBSETS_MAX_CLASSES];
  unsigned beaten_by;
  int direct;
  double weight;
};

// Adds at most CAL_SUBSETS_BLOCK trials `first <= t < last`, all of class `i` (counted from zero)
// and trial t of weight `weight[t]`, to the sums of the sets of two or more classes that hold it.
// Sets all of whose classes a trial excludes get NaN.
void cal_subsets_add(const struct cal_class_trials* trials, int i, const double* weight,
                     ptrdiff_t first, ptrdiff_t last, struct cal_subset_trial* block,
                     const struct cal_subset_sums* sums);

// Fills in the sums of all trials, which are sorted by class.
void cal_subsets_sum(struct cal_host* host, const struct cal_class_trials* trials,
                     const double* weight, const struct cal_subset_sums* sums);

#endif
