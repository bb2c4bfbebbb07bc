#ifndef CALIBRANT_FFI_LOGISTIC_H
#define CALIBRANT_FFI_LOGISTIC_H

#include "kernels/logistic.h"

// Room for the steps of n parameters, and for the sums of d inputs, which R collects.
struct cal_newton ffi_newton(ptrdiff_t n);
struct cal_logistic_sums ffi_logistic_sums(ptrdiff_t d);

#endif
