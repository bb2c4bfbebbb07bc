#include "kernels/classes/complement.h"

// All weights are divided by that of the largest element, which is the greatest, so that nothing
// overflows near a vertex. There this weight becomes 1 and the others become 0.
static double complement_weight(const struct cal_row_parts* parts, double p, ptrdiff_t j) {
  return j == parts->largest ? 1 : parts->rest / (parts->total - p);
}

static void row_complement(const struct cal_rows* rows, ptrdiff_t i, double* out) {
  const struct cal_row_parts parts = cal_row_split(rows, i);
  double sum = 0;
  for (ptrdiff_t j = 0; j < rows->k; ++j) {
    const ptrdiff_t at = i + j * rows->n;
    out[at] = complement_weight(&parts, rows->p[at], j);
    sum += out[at];
  }
  for (ptrdiff_t j = 0; j < rows->k; ++j) out[i + j * rows->n] /= sum;
}

void cal_complement(const struct cal_rows* rows, ptrdiff_t first, ptrdiff_t end, double* out) {
  for (ptrdiff_t i = first; i < end; ++i) row_complement(rows, i, out);
}
