#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_ERRORS_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_ERRORS_H

#include "kernels/logistic/logistic-fit.h"
#include "kernels/logistic/logistic-scatter.h"

// End of a search, from which the caller's results are computed: coefficients of inputs that have
// left their frames and are divided by `stretch`, covariances and cost. `theta` and the scatter are
// those of the minimum, `totals` the numbers of trials.
struct cal_fit_end {
  ptrdiff_t d;
  const struct cal_frame* frame;
  const double* theta;
  double stretch;
  const struct cal_logistic_scatter* scatter;
  double prior, totals[2];
};

// Returns false if a coefficient is outside the range of doubles.
bool cal_fit_finish(struct cal_host* host, const struct cal_fit_end* end, struct cal_fit* fit);

// Inverts a positive definite matrix, for any units of its rows; NaN if it is not positive
// definite.
void cal_fit_invert(struct cal_host* host, const double* matrix, ptrdiff_t p, double* inverse);

#endif
