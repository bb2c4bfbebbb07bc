#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_NODES_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_NODES_H

#include "kernels/cost/cross-entropy.h"
#include "kernels/logistic/logistic-scatter.h"

// Logistic regression on one input by few nodes that stand for many trials in the cross-entropy. On
// success, the minimum (newton->at, in the frame `frame` of the nodes) and the scatter equal those
// of the trials in all digits.

// Searches on given nodes, which are good for slopes up to about 1. The weights are those of
// `problem`. Infinite nodes are left out. `slope` is the slope found, or NaN.
bool cal_nodes_search(struct cal_host* host, const struct cal_logistic* problem,
                      const struct cal_points* points, struct cal_frame* frame,
                      struct cal_newton* newton, struct cal_logistic_scatter* scatter,
                      double* slope);

// Searches on nodes of the trials of `problem`, each counting as one, at x times `*stretch`. The
// stretch should be about the size of the slope, and is set to it otherwise. `range` is that of x.
bool cal_nodes_place(struct cal_host* host, const struct cal_logistic* problem,
                     const double range[2], double* stretch, struct cal_frame* frame,
                     struct cal_newton* newton, struct cal_logistic_scatter* scatter);

// The size of the slope, from a sample of the rows; at least that for which the range is a nat.
double cal_nodes_guess(struct cal_host* host, const struct cal_logistic* problem,
                       const double range[2], double prior);

#endif
