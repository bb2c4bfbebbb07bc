#ifndef CALIBRANT_FFI_TRIALS_H
#define CALIBRANT_FFI_TRIALS_H

#include "ffi.h"
#include "kernels/trials.h"

struct cal_trials ffi_trials(SEXP value, SEXP truth);

// Room for `n` elements, none of them filled in, until the call into C returns.
void* ffi_scratch(ptrdiff_t n, size_t size);

#endif
