#ifndef CALIBRANT_LIB_CALIBRATE_H
#define CALIBRANT_LIB_CALIBRATE_H

#include "kernels/logistic/logistic-fit.h"
#include "set.h"

// Logistic calibration of a set, with all that the kernel tells of it. `fit` has the arrays of the
// caller; `vcov_hessian` may be NULL.
enum calibrant_status fit_set(struct calibrant_set* set, double prior, double penalty,
                              struct cal_fit* fit, enum cal_fit_status* found,
                              struct calibrant_error* error);

#endif
