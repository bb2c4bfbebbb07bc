#ifndef CALIBRANT_KERNELS_FIT_OVERLAP_H
#define CALIBRANT_KERNELS_FIT_OVERLAP_H

#include <stdbool.h>

#include "kernels/base/trials.h"

// Whether neither class lies above the other, among the values between `low` and `high`, both
// excluded: then, and only then, an affine calibration exists. Reads no more trials than it takes
// to find out, which in nearly all sets are few.
bool cal_overlap(const struct cal_trials* trials, double low, double high);

#endif
