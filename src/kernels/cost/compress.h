#ifndef CALIBRANT_KERNELS_COST_COMPRESS_H
#define CALIBRANT_KERNELS_COST_COMPRESS_H

#include <stddef.h>

#include "kernels/base/host.h"
#include "kernels/cost/cross-entropy.h"

// Ascending distinct values with the number or weight of H1 and H2 trials on each. The LLR
// (natural log) of a value is `value * unit`.
struct cal_scaled {
  const double* value;
  double unit;
  const double *n_h1, *n_h2;
  ptrdiff_t n;
};

// Replaces many LLRs by few quadrature nodes with the same cross-entropy at every prior, to
// about 1e-15 relative. The LLR axis is cut into bins of one nat; a bin with more than 16
// distinct LLRs becomes its 16 Chebyshev nodes, each with the sum of its Lagrange polynomial
// over the trials as weight (weights may be negative). The cost of a trial is analytic within
// pi of the real axis, so interpolation on half a nat around a centre errs by about (4 pi)^-16.
enum { CAL_NODES_PER_BIN = 16 };

// Number of points that `cal_compress()` returns.
ptrdiff_t cal_compress_size(const struct cal_scaled* trials);

// The arrays have space for `cal_compress_size()` and are the caller's. The totals are unchanged.
void cal_compress(const struct cal_scaled* trials, double* llr, double* n_h1, double* n_h2);

// The same in pieces, in scratch memory of the host, and without totals.
struct cal_points cal_compress_all(struct cal_host* host, const struct cal_scaled* trials);

#endif
