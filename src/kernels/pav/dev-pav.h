#ifndef CALIBRANT_KERNELS_PAV_DEV_PAV_H
#define CALIBRANT_KERNELS_PAV_DEV_PAV_H

#include "kernels/pav/pav.h"

// devPAV of blocks over distinct ascending values `llr`, with `total_h1` and `total_h2` trials: the
// mean distance between the LLRs before and after PAV, over the LLRs of the blocks with finite LLRs
// after PAV, linear between their ends. In natural logarithms, like `llr`. NaN if no block has a
// finite LLR after PAV, infinite if such a block extends to infinity.
double cal_dev_pav(const struct cal_block* blocks, ptrdiff_t n_blocks, const double* llr,
                   double total_h1, double total_h2);

#endif
