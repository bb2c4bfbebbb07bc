#ifndef CALIBRANT_FFI_SAMPLE_H
#define CALIBRANT_FFI_SAMPLE_H

#include "ffi.h"
#include "kernels/base/sample.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/pav/blocks.h"

// Trials with their truth, which must be as many.
struct cal_trials ffi_trials(SEXP value, SEXP truth);

// `source` is a list with `value`, `truth`, `weight` (or NULL) and `unit`.
struct cal_sample ffi_sample(SEXP source);

// A list with `value`, `n_h1` and `n_h2`.
struct cal_counted ffi_counted(SEXP counts);

// The same as such a list, with `totals`; the caller protects it.
SEXP counted_to_list(const struct cal_counted* counted);

// A list with `llr`, `n_h1`, `n_h2` and `totals`.
SEXP points_to_list(const struct cal_points* points);

// A list with `min`, `max`, `n_h1`, `n_h2`, `llr` and `totals` (ffi-blocks.c); the caller protects
// it.
SEXP blocks_to_list(const struct cal_partition* found);

#endif
