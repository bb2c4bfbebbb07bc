#ifndef CALIBRANT_KERNELS_CLASSES_COMPLEMENT_H
#define CALIBRANT_KERNELS_CLASSES_COMPLEMENT_H

#include "kernels/classes/entropy.h"

// The complement map of the rows from `first` to before `end`, q_k = (1 / (1 - p_k)) / sum_j 1 / (1
// - p_j), with the vertices of the simplex fixed. Tornetta 2021, eq. 4. `out` is laid out as the
// rows.
void cal_complement(const struct cal_rows* rows, ptrdiff_t first, ptrdiff_t end, double* out);

#endif
