#ifndef CALIBRANT_FFI_POINTS_H
#define CALIBRANT_FFI_POINTS_H

#include "ffi.h"
#include "kernels/cost/cross-entropy.h"

// `totals` holds the number of H1 and of H2 trials.
struct cal_points ffi_points(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals);

#endif
