#ifndef CALIBRANT_FFI_BLOCKS_H
#define CALIBRANT_FFI_BLOCKS_H

#include "ffi.h"
#include "kernels/pav/pav.h"

// A list of the smallest and the largest value, the class counts and the LLR (natural log) of
// each block, and the totals of the classes. `first` and `last` of the blocks index `value`.
SEXP blocks_to_list(const struct cal_block* blocks, ptrdiff_t n, const double* value,
                    double total_h1, double total_h2);

#endif
