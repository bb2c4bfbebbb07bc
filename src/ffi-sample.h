#ifndef CALIBRANT_FFI_SAMPLE_H
#define CALIBRANT_FFI_SAMPLE_H

#include <stdint.h>

#include "ffi.h"
#include "kernels/base/sample.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/pav/blocks.h"

// Trials and their truth, of equal lengths.
struct cal_trials ffi_trials(SEXP value, SEXP truth);

// A list with `value`, `truth`, `weight` (or NULL) and `unit`.
struct cal_sample ffi_sample(SEXP source);

// A list with `value`, `n_h1` and `n_h2`.
struct cal_counted ffi_counted(SEXP counts);

// A list with `llr`, `n_h1`, `n_h2` and, for costs, `totals`: of H1 and of H2.
struct cal_points ffi_points(SEXP points);

// Conversions back to R. Counts get `totals`; blocks (ffi-blocks.c) have `min`, `max`, `n_h1`,
// `n_h2`, `llr` and `totals`.
void ffi_set_counted(SEXP out, const struct cal_counted* counted);
void ffi_set_totals(SEXP out, const struct cal_counted* counted);
void ffi_set_points(SEXP out, const struct cal_points* points);
void ffi_set_blocks(SEXP out, const struct cal_partition* found);
void ffi_return_flags(SEXP out, const uint8_t* flag, ptrdiff_t n);

#endif
