#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_PRODUCTS_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_PRODUCTS_H

#include "kernels/logistic/logistic.h"

// Sums of products of the inputs in their frames and of 1, over trials with the weight share[c]
// under hypothesis c: `products`, (d + 1)^2, symmetric.
void cal_logistic_products(struct cal_host* host, const struct cal_logistic* problem,
                           const double share[2], double* products);

#endif
