#include "kernels/rates/far-tail.h"

#include <math.h>

#include "kernels/base/search.h"
#include "kernels/base/sum.h"

// The rate from a point on, of the LLRs after a line; `square` gets the sum of squares.
static double rate_from(const struct cal_points* points, ptrdiff_t first, double slope,
                        double offset, double* square) {
  struct cal_sum sum = {0}, squares = {0};
  for (ptrdiff_t i = first; i < points->n; ++i) {
    if (points->n_h1[i] == 0 || isinf(points->llr[i])) continue;
    const double weight = exp(-slope * points->llr[i] - offset) / points->total_h1;
    cal_sum_add(&sum, points->n_h1[i] * weight);
    cal_sum_add(&squares, points->n_h1[i] * weight * weight);
  }
  if (square) *square = cal_sum_value(squares);
  return cal_sum_value(sum);
}

static double number_from(const double* n, ptrdiff_t first, ptrdiff_t end) {
  struct cal_sum sum = {0};
  for (ptrdiff_t i = first; i < end; ++i) cal_sum_add(&sum, n[i]);
  return cal_sum_value(sum);
}

void cal_find_far_tails(const struct cal_points* points, const struct cal_far_tails* tails) {
  for (ptrdiff_t k = 0; k < tails->n; ++k) {
    const ptrdiff_t first = cal_first_from(points->llr, points->n, tails->log_lr[k]);
    double low = INFINITY, high = -INFINITY;
    tails->n_misleading[k] = number_from(points->n_h2, first, points->n);
    tails->n_strong[k] = number_from(points->n_h1, first, points->n);
    tails->rate[k] = rate_from(points, first, 1, 0, &tails->square[k]);
    for (ptrdiff_t j = 0; j < tails->n_lines; ++j) {
      const double* line = tails->line + 2 * j;
      const double rate = rate_from(points, first, line[0], line[1], NULL);
      low = fmin(low, rate);
      high = fmax(high, rate);
    }
    tails->lowest[k] = low;
    tails->highest[k] = high;
  }
}

// The variance of the weights under H1 is that of the trials, and under H2 that of a share.
struct cal_tail_overlap cal_find_overlap(const struct cal_points* points, double fewest) {
  struct cal_tail_overlap found = {.from = -INFINITY, .z = NAN};
  ptrdiff_t i = points->n;
  double n = 0;
  while (i > 0 && n < fewest) {
    n += points->n_h2[--i];
    if (points->llr[i] == HUGE_VAL) found.n_certain = n;
  }
  if (n < fewest) return found;
  found.from = points->llr[i];
  const double n1 = points->total_h1, n2 = points->total_h2;
  double square;
  const double rate = rate_from(points, i, 1, 0, &square);
  const double variance = (square * n1 - rate * rate) / (n1 - 1) + rate * (1 - rate) / n2;
  found.z = (n / n2 - rate) / sqrt(variance);
  return found;
}
