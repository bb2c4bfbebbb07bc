#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_LINE_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_LINE_H

#include "kernels/logistic/logistic-search.h"

// Logistic regression on one input with a known minimum: the hypotheses overlap, by however little,
// or there are pseudo-trials. `problem` has no frame, `range` is that of its values. Ends with the
// minimum in newton->at in the frame `frame`, and the scatter there; false if the minimum
// overflows.
bool cal_logistic_line(struct cal_host* host, const struct cal_logistic* problem,
                       const double range[2], struct cal_frame* frame, struct cal_newton* newton,
                       struct cal_logistic_scatter* scatter);

// Do the hypotheses overlap? If and only if they do, there is a minimum without pseudo-trials.
// Reads no more rows than needed, which are few in nearly all sets.
bool cal_logistic_overlap(const struct cal_logistic* problem);

// The share of the slope's curvature that the offset leaves to it, at the last step of `newton`.
double cal_logistic_line_pivot(const struct cal_newton* newton);

#endif
