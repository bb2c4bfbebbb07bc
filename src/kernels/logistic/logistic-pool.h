#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_POOL_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_POOL_H

#include "kernels/logistic/logistic.h"

// Single trials with one input as the distinct inputs, ascending, with the trials on each, in
// scratch memory of the host: so the order in the data changes no bit of a result.
struct cal_logistic cal_pooled_rows(struct cal_host* host, const struct cal_logistic* problem);

#endif
