#ifndef CALIBRANT_FFI_LOGISTIC_H
#define CALIBRANT_FFI_LOGISTIC_H

#include "kernels/fit/logistic.h"

// Room that R collects: zeros; what Newton's method needs for n parameters; sums and scatter for d
// inputs.
double* ffi_zeros(ptrdiff_t n);
struct cal_newton ffi_newton(ptrdiff_t n);
struct cal_logistic_sums ffi_logistic_sums(ptrdiff_t d);

// Finds the minimum from newton->at = 0, and the scatter there; false where there is none. Bounds
// on the inputs hold on the way only.
bool ffi_logistic_search(const struct cal_logistic* problem, struct cal_newton* newton,
                         struct cal_logistic_scatter* scatter);

#endif
