#ifndef CALIBRANT_FFI_CLASS_TRIALS_H
#define CALIBRANT_FFI_CLASS_TRIALS_H

#include "ffi.h"
#include "kernels/classes/softmax.h"

// A matrix of log-likelihoods with a row per trial. `truth` may be NULL.
struct cal_class_trials ffi_class_trials(SEXP log_lik, SEXP truth);

const int* ffi_integers(SEXP x, const char* name);

#endif
