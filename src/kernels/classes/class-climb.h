#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_CLIMB_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_CLIMB_H

#include "kernels/classes/class-search.h"

// The largest feature that scaled log-likelihoods can give, by their leads.
double cal_class_largest_feature(const struct cal_class_model* model);

// Is the largest lead of the true class much larger than that of any wrong class, so that a search
// must not start at 0? Newton's method moves the largest log-likelihoods by about one nat per step,
// and a curvature that they dominate has no information about the others.
bool cal_class_is_far_apart(double largest_feature);

// Climbs from `params`, the best map with a scale of 0, along the best maps with greater and
// greater scales, through all sizes of log-likelihoods, to the neighbourhood of the best map. The
// criterion, that of an affine map of one recogniser, falls with the scale at 0; being convex it
// does so up to its minimum. Says whether there is one.
bool cal_class_climb(struct cal_host* host, const struct cal_class_problem* problem,
                     double* params);

#endif
