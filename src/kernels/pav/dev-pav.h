#ifndef CALIBRANT_KERNELS_PAV_DEV_PAV_H
#define CALIBRANT_KERNELS_PAV_DEV_PAV_H

#include "kernels/pav/pav.h"

// devPAV of blocks over distinct ascending values `llr`, with `total_h1` and `total_h2` trials: the
// mean distance between the LLR after PAV and before, along the LLRs of the blocks with finite LLRs
// after PAV, linear between their ends. In natural log-LRs, as `llr`. NaN where no block has a
// finite LLR after PAV, infinite where one reaches out to infinity.
double cal_dev_pav(const struct cal_block* blocks, ptrdiff_t n_blocks, const double* llr,
                   double total_h1, double total_h2);

#endif
