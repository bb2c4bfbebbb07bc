#ifndef CALIBRANT_KERNELS_COMPLEMENT_H
#define CALIBRANT_KERNELS_COMPLEMENT_H

#include "kernels/entropy.h"

// The complement map of each row, q_k = (1 / (1 - p_k)) / sum_j 1 / (1 - p_j), with the vertices of
// the simplex fixed. Tornetta 2021, eq. 4. `out` is laid out as the rows are and is the caller's.
void cal_complement(const struct cal_rows* rows, double* out);

#endif
