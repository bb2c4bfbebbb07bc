#ifndef CALIBRANT_KERNELS_CLASSES_ENTROPY_H
#define CALIBRANT_KERNELS_CLASSES_ENTROPY_H

#include <stddef.h>

// n rows of k >= 2 non-negative numbers, row i at p[i], p[i + n], ... Each row has a positive sum
// and is read as a distribution after division by it.
struct cal_rows {
  const double* p;
  ptrdiff_t n, k;
};

// A row taken apart at its largest element: the others sum to `rest`. Near a vertex of the simplex
// 1 - p cancels, and `rest` does not.
struct cal_row_parts {
  ptrdiff_t largest;
  double rest, total;
};

struct cal_row_parts cal_row_split(const struct cal_rows* rows, ptrdiff_t i);

// Shannon entropy in nats of the rows from `first` to before `end`, 0 ln 0 being 0: that of row i
// goes to out[i].
void cal_entropy(const struct cal_rows* rows, ptrdiff_t first, ptrdiff_t end, double* out);

#endif
