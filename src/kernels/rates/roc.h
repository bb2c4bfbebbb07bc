#ifndef CALIBRANT_KERNELS_RATES_ROC_H
#define CALIBRANT_KERNELS_RATES_ROC_H

#include <stddef.h>

#include "kernels/base/host.h"
#include "kernels/base/trials.h"

// The curve of misses against false alarms. Its corners come from groups of trials in ascending
// order, with `n_h1[i]` H1 and `n_h2[i]` H2 trials (>= 0) each: the distinct values give the
// steps, PAV blocks the convex hull. Trials of one group lie on a straight line.
struct cal_groups {
  const double *n_h1, *n_h2;
  ptrdiff_t n;
};

// Crossing of the curve and a line: inside `group`, at the cost `c_miss` P_miss = `c_fa` P_fa.
struct cal_crossing {
  ptrdiff_t group;
  double cost;
};

// The n + 1 corners; at corner i the lowest i groups are rejected. Memory is the caller's.
void cal_roc_corners(struct cal_host* host, struct cal_groups groups, double* p_miss, double* p_fa);

// P(an H1 trial is above an H2 trial) + P(they are in the same group) / 2.
double cal_auc(struct cal_groups groups);

// P(an H1 and an H2 trial are in the same group): half of it is the largest error of `cal_auc()` if
// the order of trials within groups is unknown.
double cal_auc_ties(struct cal_groups groups);

// `c_miss` and `c_fa` are positive. With both 1 it is the equal error rate. Brummer 2010, eq. 7.9.
struct cal_crossing cal_roc_crossing(struct cal_groups groups, double c_miss, double c_fa);

// The ascending value of the groups at which, as a threshold, the costs `c_miss` P_miss and `c_fa`
// P_fa differ least; if they are equal, the middle of the gap below it.
double cal_roc_balance(struct cal_groups groups, const double* value, double c_miss, double c_fa);

// A probable lower limit of the area under the curve: the area of a sample of trials, at steps
// without a small period, less three standard errors; or the area itself if the sample has all
// trials. 0 if the sample lacks a class. A quick test, not a measure.
double cal_auc_bound(const struct cal_trials* trials);

#endif
