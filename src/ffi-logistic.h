#ifndef CALIBRANT_FFI_LOGISTIC_H
#define CALIBRANT_FFI_LOGISTIC_H

#include "kernels/logistic.h"

// Scratch for `d` inputs, which R collects.
struct cal_logistic_work ffi_logistic_work(ptrdiff_t d);

#endif
