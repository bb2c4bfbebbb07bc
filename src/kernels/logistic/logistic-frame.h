#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_FRAME_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_FRAME_H

#include "kernels/logistic/logistic.h"

// Units of the inputs in a search, in the order in which they are tried: tight those of the tighter
//   of the two hypotheses around 0, which keeps its digits however far the other trials lie; with a
//   bound on the way, if these lie far; capped the same, but no input beyond CAL_PLAN_FARTHEST, so
//   that no square overflows; spread the largest input is of the order of 1.
enum cal_frame_kind { CAL_FRAME_TIGHT, CAL_FRAME_CAPPED, CAL_FRAME_SPREAD, CAL_FRAME_KINDS };

// Finds the frames of the d inputs. `range` has the smallest and the largest value of each. false
// if this kind equals the kind before it.
bool cal_frames_find(struct cal_host* host, const struct cal_logistic* problem, const double* range,
                     enum cal_frame_kind kind, struct cal_frame* frame);

// A search moves inputs beyond CAL_PLAN_FARTHEST to that distance. Does this leave the cost at
// theta unchanged? True if there are none, or if they are on the right side, so far that the cost
// is zero. `wrong` is the greatest z of a row under H2, or -z of one under H1.
bool cal_frames_hold(const struct cal_frame* frame, ptrdiff_t d, const double* range,
                     const double* theta, double wrong);

// A power of 2 that brings the largest size in the range to between 1 and 2, as far as doubles
// allow. Multiplying by it is exact.
double cal_frame_unit(const double range[2]);

#endif
