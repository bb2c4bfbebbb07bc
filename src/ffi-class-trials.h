#ifndef CALIBRANT_FFI_CLASS_TRIALS_H
#define CALIBRANT_FFI_CLASS_TRIALS_H

#include "ffi.h"
#include "kernels/classes/softmax.h"

// A double matrix of log-likelihoods with a row per trial and two or more columns, without and with
// the true classes as integers from 1 to their number. Anything else is an internal error.
struct cal_class_trials ffi_class_trials(SEXP log_lik);
struct cal_class_trials ffi_true_trials(SEXP log_lik, SEXP truth);

// Every element of the integer vector `x` lies between 1 and `n_classes`.
void ffi_check_codes(SEXP x, int first, int n_classes, const char* name);

#endif
