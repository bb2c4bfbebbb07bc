#ifndef CALIBRANT_KERNELS_FIT_BIGAUSSIAN_H
#define CALIBRANT_KERNELS_FIT_BIGAUSSIAN_H

#include "kernels/base/host.h"

// The perfectly calibrated Gaussian system: LLRs (natural log) are N(s^2/2, s^2) under H1 and
// N(-s^2/2, s^2) under H2. Peterson, Birdsall and Fox 1954; Morrison 2024.

// Cllr in bits, strictly decreasing from 1 at s = 0 to 0 at s = Inf. `s` >= 0. Precise to about
// 1e-15 relative.
double cal_bigaussian_cllr(double s);

// The s that has this Cllr, which lies in [0, 1].
double cal_bigaussian_s(double cllr);

// The LLRs below which the even mixture of both hypotheses has the shares `lower`, above which it
// has `upper`. These add up to one, and giving both keeps small shares precise. `lower` does not
// fall, `upper` does not rise. `s` > 0.
void cal_bigaussian_quantiles(struct cal_host* host, double s, const double* lower,
                              const double* upper, ptrdiff_t n, double* out);

#endif
