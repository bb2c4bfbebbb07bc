#ifndef CALIBRANT_KERNELS_BASE_VECTOR_MATH_H
#define CALIBRANT_KERNELS_BASE_VECTOR_MATH_H

#include "kernels/base/vector-path.h"

// Elementary functions of a block of numbers at once, in the registers that the processor has.
// Short input is filled up by the caller. The two paths differ by a few units in the last place.
enum { CAL_VECTOR_BLOCK = 64 };

// e^x for every x, to 1.2 units in the last place.
void cal_exp_block(const double x[CAL_VECTOR_BLOCK], double out[CAL_VECTOR_BLOCK]);

// Terms of logistic regression and cross-entropy at log-odds z, +-Inf allowed, each to three units
// in the last place however small it is:
//   both  ln(1 + e^-|z|), so that ln(1 + e^z) = max(z, 0) + both; not found if it is NULL;
//   far   1 / (1 + e^|z|), the probability of the less likely hypothesis. That of the other is
//         1 - far without loss of digits.
void cal_logistic_block(const double z[CAL_VECTOR_BLOCK], double* both,
                        double far[CAL_VECTOR_BLOCK]);

#endif
