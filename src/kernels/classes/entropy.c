#include "kernels/classes/entropy.h"

#include <math.h>

struct cal_row_parts cal_row_split(const struct cal_rows* rows, ptrdiff_t i) {
  const double* p = rows->p + i;
  struct cal_row_parts parts = {0};
  for (ptrdiff_t j = 1; j < rows->k; ++j) {
    if (p[j * rows->n] > p[parts.largest * rows->n]) parts.largest = j;
  }
  for (ptrdiff_t j = 0; j < rows->k; ++j) {
    if (j != parts.largest) parts.rest += p[j * rows->n];
  }
  parts.total = parts.rest + p[parts.largest * rows->n];
  return parts;
}

static double surprise(double share) { return share > 0 ? -share * log(share) : 0; }

// As `surprise(1 - rest)`, accurate even if `rest` is small.
static double surprise_of_largest(double rest) {
  return rest < 0.5 ? -(1 - rest) * log1p(-rest) : surprise(1 - rest);
}

static double row_entropy(const struct cal_rows* rows, ptrdiff_t i) {
  const struct cal_row_parts parts = cal_row_split(rows, i);
  double sum = surprise_of_largest(parts.rest / parts.total);
  for (ptrdiff_t j = 0; j < rows->k; ++j) {
    if (j != parts.largest) sum += surprise(rows->p[i + j * rows->n] / parts.total);
  }
  return sum;
}

void cal_entropy(const struct cal_rows* rows, ptrdiff_t first, ptrdiff_t end, double* out) {
  for (ptrdiff_t i = first; i < end; ++i) out[i] = row_entropy(rows, i);
}
