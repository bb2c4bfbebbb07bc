#include "kernels/pav/dev-pav.h"

#include <math.h>
#include <stdbool.h>

// The integral of |d| for d linear from `left` to `right`.
static double area(double left, double right, double width) {
  const double span = fabs(left) + fabs(right);
  if (span == 0) return 0;
  const bool same_side = left * right >= 0;
  return width * (same_side ? span / 2 : (left * left + right * right) / (2 * span));
}

// A power of 2 that scales LLRs near the largest double so that no product overflows; 1 otherwise.
static double small_unit(const struct cal_block* blocks, ptrdiff_t n_blocks, const double* llr) {
  double largest = 0;
  for (ptrdiff_t i = 0; i < n_blocks; ++i) {
    const double ends = fmax(fabs(llr[blocks[i].first]), fabs(llr[blocks[i].last]));
    if (isfinite(ends)) largest = fmax(largest, ends);
  }
  int exponent;
  frexp(largest, &exponent);
  return exponent > 500 ? ldexp(1, 500 - exponent) : 1;
}

double cal_dev_pav(const struct cal_block* blocks, ptrdiff_t n_blocks, const double* llr,
                   double total_h1, double total_h2) {
  const double unit = small_unit(blocks, n_blocks, llr);
  double sum = 0, start = 0, x = 0, d = 0;
  bool any = false;
  for (ptrdiff_t i = 0; i < n_blocks; ++i) {
    const double after = unit * cal_block_llr(blocks[i], total_h1, total_h2);
    if (!isfinite(after)) continue;
    const double first = unit * llr[blocks[i].first], last = unit * llr[blocks[i].last];
    if (isinf(first) || isinf(last)) return INFINITY;
    if (any) sum += area(d, after - first, first - x);
    if (!any) start = first;
    sum += area(after - first, after - last, last - first);
    x = last;
    d = after - last;
    any = true;
  }
  if (!any) return NAN;
  return (x > start ? sum / (x - start) : fabs(d)) / unit;
}
