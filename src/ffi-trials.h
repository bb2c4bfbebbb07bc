#ifndef CALIBRANT_FFI_TRIALS_H
#define CALIBRANT_FFI_TRIALS_H

#include "ffi.h"
#include "kernels/base/trials.h"

struct cal_trials ffi_trials(SEXP value, SEXP truth);

// What comes after the first `done` trials of a part, up to one piece; no trials if nothing does.
struct cal_trials ffi_part_piece(const struct cal_trials* trials, ptrdiff_t n_parts, ptrdiff_t part,
                                 ptrdiff_t done);

#endif
